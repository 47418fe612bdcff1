import { forgetLogin, type Area } from '#web/device.ts'

let leaving = false

/** Out of the logged-in pages by a full load, which leaves nothing of them in memory. */
export function leave(area: Area, address: string): void {
  if (leaving) return
  leaving = true
  forgetLogin(area)
  location.assign(address)
}

export function isLeaving(): boolean {
  return leaving
}

/** A page that Back brings out of the cache is here to stay. */
export function stayHere(): void {
  leaving = false
}
