type Rules = { createScriptURL: (url: string) => string | null }
type Factory = { createPolicy: (name: string, rules: Rules) => unknown }

let isMade = false

/** Where the browser demands trusted addresses for scripts, those of this origin are. */
export function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  if (isMade || !trustedTypes) return
  isMade = true
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
  })
}
