/**
 * Features that a platform can use with its library, in the order of a visit; the keys are those of the table in
 * docs/integrating.md.
 */
export const abilities = {
  login: 'Login, userinfo',
  pkce: 'PKCE',
  par: 'PAR',
  refresh: 'Refresh',
  twice: 'Two concurrent refreshes',
  silent: '`prompt=none`',
  maxAge: '`max_age`',
  stepUp: '`acr_values`',
  logout: 'Logout here',
  backchannel: 'Back-channel logout',
} as const

export type Ability = keyof typeof abilities
export const abilityNames = Object.keys(abilities) as Ability[]

/** Support by the library. `by hand`: the library has no call for it, and the platform implements it in a few lines. */
export type Support = 'yes' | 'by hand' | 'not offered'

/** The path for each ability, unless the stack has its own paths. */
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
