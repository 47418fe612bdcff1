// oxlint-disable-next-line no-control-regex -- it matches control characters to reject them
const ownPath = /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/

/** Returns `target` if it is a path on this origin, with query and hash; undefined if it could lead elsewhere. */
export function ownPathOf(target: string | null | undefined): string | undefined {
  if (!target || !ownPath.test(target)) return undefined
  const base = 'https://own.invalid'
  return URL.canParse(target, base) && new URL(target, base).origin === base ? target : undefined
}

/**
 * Returns `target`, normalized, if it is a web URL without credentials on the origin of one of `urls`; undefined for
 * any other target.
 */
export function allowedUrlOf(
  target: string | null | undefined,
  urls: readonly string[],
): string | undefined {
  if (!target || !URL.canParse(target)) return undefined
  const { protocol, origin, href, username, password } = new URL(target)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isKnown = urls.some((url) => URL.canParse(url) && new URL(url).origin === origin)
  return isWeb && isKnown && username === '' && password === '' ? href : undefined
}
