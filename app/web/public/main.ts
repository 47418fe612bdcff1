import { forgotPassword } from '#contract/links.ts'
import { hideFragment, hideToken } from '#web/one-time-token.ts'
import { tokenPaths } from '../public-paths.ts'
import { evaluatePreloads, nextTask } from '#web/tasks.ts'

for (const base of tokenPaths) hideToken(base)
for (const name of ['sandbox', 'email']) hideFragment(name)
// Before hydration, the link for a forgotten password does not contain the typed address.
document.addEventListener('click', addTypedEmail, true)

await evaluatePreloads()
const { hydratePage } = await import('./hydrate.tsx')
await nextTask()
await hydratePage()

/** Adds the typed email address to a link to the page for a forgotten password. */
function addTypedEmail({ target }: MouseEvent): void {
  const link = (target as Element).closest<HTMLAnchorElement>(`a[href^='${forgotPassword.path}']`)
  const email = document.querySelector<HTMLInputElement>('input[name=email]')?.value
  if (link && email) link.hash = `${new URLSearchParams({ email })}`
}
