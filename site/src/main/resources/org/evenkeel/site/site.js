// Search, the menu on phones and the buttons that copy code. Without this script every page can still be read.
"use strict";

(() => {
  // On phones the menu is closed until it is asked for.
  const menu = document.querySelector("details.menu");
  const wide = matchMedia("(min-width: 62rem)");
  const fold = () => { if (menu) menu.open = wide.matches; };
  wide.addEventListener("change", fold);
  fold();

  for (const pre of document.querySelectorAll("main pre")) {
    const block = document.createElement("div");
    block.className = "block";
    pre.replaceWith(block);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(pre.innerText);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(pre);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    block.append(pre, button);
  }

  const place = document.querySelector(".search");
  const root = place.dataset.root;
  place.innerHTML =
    '<form role="search"><label class="unseen" for="query">Search</label>' +
    '<input id="query" type="search" placeholder="Search (press /)" autocomplete="off" spellcheck="false"></form>' +
    '<p class="unseen" role="status"></p><ul class="found" hidden></ul>';
  const input = place.querySelector("input");
  const status = place.querySelector("[role=status]");
  const list = place.querySelector(".found");

  let loading = null;
  const load = () => {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = place.dataset.index;
      script.onload = () => resolve(window.evenkeelSearch.map(
        ([title, where, url, text]) => ({ title, where, url, text, low: text.toLowerCase(), name: title.toLowerCase() })));
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  };

  // Every word must occur. A title counts more than a text, its beginning more than its middle, a whole word more than a part.
  const points = (row, words) => {
    let sum = 0;
    for (const word of words) {
      const inTitle = row.name.indexOf(word);
      const inText = row.low.indexOf(word);
      if (inTitle < 0 && inText < 0 && !row.where.toLowerCase().includes(word)) return 0;
      if (inTitle >= 0) sum += row.name === word ? 60 : inTitle === 0 ? 30 : 20;
      if (inText >= 0) sum += 2 + Math.min(5, row.low.split(word).length - 1);
      sum += 1;
    }
    return sum;
  };

  const excerpt = (row, word) => {
    const at = row.low.indexOf(word);
    if (at < 0) return row.text.slice(0, 110);
    const from = Math.max(0, at - 40);
    return (from > 0 ? "… " : "") + row.text.slice(from, at + 80) + " …";
  };

  const show = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
      list.hidden = true;
      status.textContent = "";
      return;
    }
    const asked = input.value;
    const rows = await load();
    if (asked !== input.value) return;
    const hits = rows.map(row => [points(row, words), row]).filter(([sum]) => sum > 0)
      .sort((a, b) => b[0] - a[0]).slice(0, 12);
    list.replaceChildren(...hits.map(([, row]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = root + row.url;
      const title = document.createElement("strong");
      title.textContent = row.title;
      const where = document.createElement("small");
      where.textContent = [row.where, excerpt(row, words[0])].filter(Boolean).join(": ");
      link.append(title, where);
      item.append(link);
      return item;
    }));
    if (hits.length === 0) {
      const item = document.createElement("li");
      const words = document.createElement("p");
      words.textContent = `Nothing found for “${input.value}”.`;
      item.append(words);
      list.append(item);
    }
    list.hidden = false;
    status.textContent = hits.length === 1 ? "1 result" : `${hits.length} results`;
  };

  input.addEventListener("input", show);
  input.addEventListener("focus", () => { if (input.value) show(); });
  place.querySelector("form").addEventListener("submit", event => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  place.addEventListener("keydown", event => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      list.hidden = true;
      input.focus();
    } else if (event.key === "ArrowDown" && links.length > 0) {
      links[Math.min(at + 1, links.length - 1)].focus();
      event.preventDefault();
    } else if (event.key === "ArrowUp" && at >= 0) {
      (at === 0 ? input : links[at - 1]).focus();
      event.preventDefault();
    }
  });
  document.addEventListener("click", event => { if (!place.contains(event.target)) list.hidden = true; });
  list.addEventListener("click", () => { list.hidden = true; });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
})();
