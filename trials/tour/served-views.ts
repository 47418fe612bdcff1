import * as links from '#contract/links.ts'
import { entryPlatform } from './cast.ts'
import { names } from './names.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const nobody = { who: 'visitor' } as const
const wrongAddress = 'client_id=business-hub&response_type=code&redirect_uri=http://127.0.0.1/wrong'
const query = `?subsystem=${entryPlatform.id}`

/** Pages that the server renders, and the entry to a sandbox. */
export const views: View[] = [
  open('signed-out', 'signedOut', '/oidc/session/end'),
  { ...open('sign-out', 'signOut', '/oidc/session/end'), who: 'customer' },
  {
    ...open('sign-out-from-platform', 'signOut', '/oidc/session/end?client_id=business-hub'),
    who: 'customer',
  },
  { ...open('sign-on-failure', 'signOnFailure', '/oidc/auth?client_id=nobody'), state: 'error' },
  {
    ...open('sign-on-wrong-address', 'signOnFailure', `/oidc/auth?${wrongAddress}`),
    state: 'error',
  },
  { ...open('sign-on-interrupted', 'signOnInterrupted', '/sign-on/long-ago'), state: 'error' },
  { ...open('entry-unknown', 'entryInterrupted', '/forward-auth/interrupted'), state: 'error' },
  {
    ...open('entry-interrupted', 'entryInterrupted', `/forward-auth/interrupted${query}`),
    state: 'error',
  },
  { ...open('entry-not-sent', 'entryNotSent', `/forward-auth/not-sent${query}`), state: 'error' },
  {
    ...nobody,
    name: 'sandbox-entry',
    of: 'sandboxEntry',
    state: 'normal',
    open: (stage) => enterSandbox(stage, tokenOf(stage)),
  },
  {
    ...nobody,
    name: 'sandbox-entry-invalid',
    of: 'sandboxEntry',
    state: 'empty',
    open: async (stage) => {
      await openSandbox(stage, 'unreadable')
      await stage.sees('main button.primary-button')
    },
  },
  {
    name: 'sandbox-entry-as-another',
    of: 'sandboxEntry',
    who: 'customer',
    state: 'normal',
    open: async (stage) => {
      await enterSandbox(stage, tokenOf(stage))
      await stage.sees('main form bdi >> nth=1')
    },
  },
  {
    ...nobody,
    name: 'sandbox-entry-refused',
    of: 'sandboxEntry',
    state: 'error',
    open: async (stage) => {
      await enterSandbox(stage, tokenOf(stage))
      await stage.send()
      await stage.sees('form [role=alert]')
    },
  },
]

function open(name: string, of: View['of'], path: string): View {
  return { ...nobody, name, of, state: 'normal', open: (stage) => stage.go(path) }
}

/** Returns an unsigned token, because the page itself reads only the user. */
function tokenOf({ locale }: Stage): string {
  const email = `${names[locale].address}@harbour.example`
  return `x.${Buffer.from(JSON.stringify({ email })).toString('base64url')}.x`
}

/** Makes the login page believe that the portal is a sandbox, because the tour's is not. */
async function openSandbox(stage: Stage, token: string): Promise<void> {
  await stage.page.route(
    ({ pathname }) => pathname === links.login.path,
    async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({
        response,
        body: text.replace('"isSandbox":false', '"isSandbox":true'),
      })
    },
  )
  await stage.go(`${links.login.path}#sandbox=${token}`)
}

async function enterSandbox(stage: Stage, token: string): Promise<void> {
  await openSandbox(stage, token)
  await stage.sees('main form bdi')
}
