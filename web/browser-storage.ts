import { isLocale, type Locale } from '#contract/locale.ts'
import { createListeners } from './listeners.ts'
import { settings } from './settings.ts'

/**
 * Area of the portal. Its login state in this browser is a hint, not a secret: the server decides (specification §6).
 */
export type Area = 'user' | 'admin'

const cookieSeconds = 365 * 24 * 60 * 60
const keys = {
  user: { login: 'login', until: 'loginUntil' },
  admin: { login: 'adminLogin', until: 'adminLoginUntil' },
} as const

// Storage may be blocked; the page then works until it is closed.
const memory = new Map<string, string>()
const changes = createListeners('storage')

/** Calls the listener after every change in this tab or another. Returns a function that stops listening. */
export const onStorageChange = changes.listen

/** Returns true if this browser remembers a login whose idle timeout has not passed. */
export function isLoggedIn(area: Area): boolean {
  return read(keys[area].login) === 'true' && Number(read(keys[area].until) ?? 0) > Date.now()
}

/** Returns false only if this browser certainly has no session, so that a call to the server would be useless. */
export function mayBeLoggedIn(area: Area): boolean {
  try {
    return localStorage.getItem(keys[area].login) === 'true'
  } catch {
    return true
  }
}

/** Remembers until the idle timeout that this browser has a session. */
export function rememberLogin(area: Area): void {
  write(keys[area].login, 'true')
  extendLogin(area)
}

/** Extends the remembered login by the idle timeout. A no-op without a login. */
export function extendLogin(area: Area): void {
  if (read(keys[area].login) !== 'true') return
  write(keys[area].until, String(Date.now() + settings().idleMinutes[area] * 60_000))
}

export function forgetLogin(area: Area): void {
  write(keys[area].until, String(Date.now() - 1000))
  write(keys[area].login, undefined)
}

export function rememberedLocale(): Locale | undefined {
  const locale = read('locale')
  return isLocale(locale) ? locale : undefined
}

/** Remembers the language, and sets a cookie so that the server renders the next page in it. */
export function rememberLocale(locale: Locale): void {
  write('locale', locale)
  setCookie('locale', locale)
}

/** Sets a cookie for the next page that the server renders. */
export function setCookie(name: string, value: string): void {
  // The prefix binds the cookie to this host (RFC 6265bis §4.1.3.2).
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store is not in every browser
  document.cookie = `${prefix}${name}=${value}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`
}

function read(key: string): string | undefined {
  try {
    return memory.get(key) ?? localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: string | undefined): void {
  memory.delete(key)
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== undefined) memory.set(key, value)
  }
  changes.notify()
}
