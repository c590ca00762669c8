@echo off
rem Starts an installed Evenkeel with the Java runtime included in the archive, or with another Java 25 or newer.
rem
rem   EVENKEEL_JAVA_HOME   folder of a Java 25 or newer to use instead
rem   EVENKEEL_JAVA_OPTS   further options for the JVM, separated by spaces
rem
rem No path is expanded inside a block: the ")" of "Program Files (x86)" would end the block.
setlocal
for %%h in ("%~dp0..") do set "EK_HOME=%%~fh"
set "EK_EMULATOR=%USERPROFILE%\.local\share\evenkeel\emulator"
if defined EVENKEEL_EMULATOR set "EK_EMULATOR=%EVENKEEL_EMULATOR%"

set "EK_JDK=%EVENKEEL_JAVA_HOME%"
if defined EK_JDK goto chosen
set "EK_JDK=%EK_HOME%\lib\runtime"
if exist "%EK_JDK%\bin\java.exe" goto start
set "EK_JDK=%JAVA_HOME%"
call :inspect
if %EK_MAJOR% geq 25 goto start
for %%j in (java.exe) do set "EK_ON_PATH=%%~dp$PATH:j"
if not defined EK_ON_PATH goto none
for %%h in ("%EK_ON_PATH%..") do set "EK_JDK=%%~fh"
call :inspect
if %EK_MAJOR% geq 25 goto start
:none
echo evenkeel: this archive has no Java runtime, and needs a Java 25 or newer: set EVENKEEL_JAVA_HOME to its folder.>&2
exit /b 1

:chosen
call :inspect
if %EK_MAJOR% geq 25 goto start
if %EK_MAJOR%==0 goto unusable
echo evenkeel: EVENKEEL_JAVA_HOME must be the folder of a Java 25 or newer, and '%EK_JDK%' has Java %EK_MAJOR%.>&2
exit /b 1
:unusable
echo evenkeel: EVENKEEL_JAVA_HOME must be the folder of a Java 25 or newer, was '%EK_JDK%'.>&2
exit /b 1

rem Sets EK_MAJOR to the Java version of the folder EK_JDK, 0 if it has none. Reads its file "release": starting a JVM
rem would take longer.
:inspect
set "EK_MAJOR=0"
if not exist "%EK_JDK%\bin\java.exe" exit /b 0
if not exist "%EK_JDK%\release" exit /b 0
for /f "usebackq tokens=1,2 delims==" %%a in ("%EK_JDK%\release") do if "%%a"=="JAVA_VERSION" set EK_MAJOR=%%b
set "EK_MAJOR=%EK_MAJOR:"=%"
for /f "tokens=1 delims=.-+" %%v in ("%EK_MAJOR%") do set "EK_MAJOR=%%v"
exit /b 0

rem Commands that compute nothing start without the vector module, which the JVM would announce with a warning.
:start
set "EK_QUICK="
if "%~1"=="" set "EK_QUICK=1"
for %%c in (-h --help help -V --version envs roms presets keys completion docs) do if "%~1"=="%%c" set "EK_QUICK=1"
set "EK_OPTIONS=--add-modules jdk.incubator.vector -XX:-UseFPUForSpilling --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
if defined EK_QUICK set "EK_OPTIONS=-XX:TieredStopAtLevel=1"

"%EK_JDK%\bin\java.exe" %EK_OPTIONS% %EVENKEEL_JAVA_OPTS% -Devenkeel.command=evenkeel "-Devenkeel.docs=%EK_HOME%\docs" -cp "%EK_HOME%\lib\app\evenkeel.jar;%EK_EMULATOR%\*" org.evenkeel.cli.Main %*
exit /b %ERRORLEVEL%
