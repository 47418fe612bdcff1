import { existsSync } from 'node:fs'

/** Opens a page in half the time, but draws it in another way than the browser that people use. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** An installed Chromium, else the one that npm brings for Linux. A benchmark asks for the whole browser. */
export async function findChromium({ isWhole = false } = {}): Promise<string> {
  const places = [process.env['CHROMIUM_PATH'], ...(isWhole ? [] : [headlessShell]), ...known]
  const installed = places.find((path) => path !== undefined && path !== '' && existsSync(path))
  if (installed) return installed
  if (process.platform === 'linux') {
    const { default: packaged } = await import('@sparticuz/chromium')
    return packaged.executablePath()
  }
  throw new Error(
    'The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is',
  )
}
