import Bowser from 'bowser'
import { unknownDevice } from '#contract/device.ts'

/** Returns a name such as "Chrome on Windows"; never the raw User-Agent header, which may contain anything. */
export function browserName(userAgent: string): string {
  if (!userAgent) return unknownDevice
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return names.join(' on ').slice(0, 100) || unknownDevice
}
