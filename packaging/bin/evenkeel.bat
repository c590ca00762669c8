@echo off
rem Starts an installed Evenkeel with the Java runtime included in the archive.
rem
rem   EVENKEEL_JAVA_HOME   folder of a Java 25 or newer to use instead
rem   EVENKEEL_JAVA_OPTS   further options for the JVM, separated by spaces
setlocal
set "EK_HOME=%~dp0.."
set "EK_EMULATOR=%USERPROFILE%\.local\share\evenkeel\emulator"
if defined EVENKEEL_EMULATOR set "EK_EMULATOR=%EVENKEEL_EMULATOR%"
set "EK_JAVA=%EK_HOME%\lib\runtime\bin\java.exe"
if defined EVENKEEL_JAVA_HOME set "EK_JAVA=%EVENKEEL_JAVA_HOME%\bin\java.exe"
if not exist "%EK_JAVA%" (
  echo evenkeel: needs Java 25 or newer: set EVENKEEL_JAVA_HOME to its folder. 1>&2
  exit /b 1
)

rem Commands that compute nothing start without the vector module, which the JVM would announce with a warning.
set "EK_QUICK="
if "%~1"=="" set "EK_QUICK=1"
for %%c in (-h --help help -V --version envs roms presets keys completion docs) do if "%~1"=="%%c" set "EK_QUICK=1"
set "EK_OPTIONS=--add-modules jdk.incubator.vector -XX:-UseFPUForSpilling --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
if defined EK_QUICK set "EK_OPTIONS=-XX:TieredStopAtLevel=1"

"%EK_JAVA%" %EK_OPTIONS% %EVENKEEL_JAVA_OPTS% -Devenkeel.command=evenkeel "-Devenkeel.docs=%EK_HOME%\docs" -cp "%EK_HOME%\lib\app\evenkeel.jar;%EK_EMULATOR%\*" org.evenkeel.cli.Main %*
exit /b %ERRORLEVEL%
