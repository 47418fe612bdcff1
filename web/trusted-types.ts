type Rules = {
  createScriptURL: (url: string) => string | null
  createHTML: (html: string) => string | null
}
type Factory = { createPolicy: (name: string, rules: Rules) => unknown }

let isMade = false

/**
 * Creates the default Trusted Types policy, which allows script URLs of this origin and empty HTML. Safe to call again.
 */
export function trustOwn(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  if (isMade || !trustedTypes) return
  isMade = true
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
    createHTML: (html) => (html === '' ? html : null),
  })
}
