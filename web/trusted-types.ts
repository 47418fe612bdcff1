type Rules = {
  createScriptURL: (url: string) => string | null
  createHTML: (html: string) => string | null
}
type Factory = { createPolicy: (name: string, rules: Rules) => unknown }

let isCreated = false

/**
 * Creates the default Trusted Types policy, which allows script URLs of this origin, and empty HTML, by which libraries
 * clear an element. Safe to call again.
 */
export function createTrustedTypesPolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  if (isCreated || !trustedTypes) return
  isCreated = true
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
    createHTML: (html) => (html === '' ? html : null),
  })
}
