/** What a platform can do with its library, in the order of a visit; the keys are those of the table in docs/integrating.md. */
export const abilities = {
  login: 'login, userinfo',
  pkce: 'PKCE',
  par: 'PAR',
  refresh: 'refresh',
  twice: 'two refreshes at once',
  silent: '`prompt=none`',
  maxAge: '`max_age`',
  stepUp: '`acr_values`',
  logout: 'logout here',
  backchannel: 'back-channel logout',
} as const

export type Ability = keyof typeof abilities
export const abilityNames = Object.keys(abilities) as Ability[]

/** `by hand`: the library has no call for it, and the platform does it in a few lines of its own. */
export type Support = 'yes' | 'by hand' | 'not offered'

/** Where each ability is asked for, unless the stack has paths of its own. */
export const paths: Record<Ability, string> = {
  login: '/',
  pkce: '/',
  par: '/par',
  refresh: '/refresh',
  twice: '/refresh',
  silent: '/silent',
  maxAge: '/max-age',
  stepUp: '/step-up',
  logout: '/logout',
  backchannel: '/backchannel',
}
