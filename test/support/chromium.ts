import { existsSync } from 'node:fs'

const known = [
  process.env['CHROMIUM_PATH'],
  // Draws no window of its own, and opens a page in half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** An installed Chromium, else the one that npm brings for Linux. */
export async function findChromium(): Promise<string> {
  const installed = known.find((path) => path !== undefined && path !== '' && existsSync(path))
  if (installed) return installed
  if (process.platform === 'linux') {
    const { default: packaged } = await import('@sparticuz/chromium')
    return packaged.executablePath()
  }
  throw new Error(
    'The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is',
  )
}
