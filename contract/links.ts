import type { CompanyPermission, Permission } from './permission.ts'
import { stringifySearch } from './search.ts'

/**
 * The pages by name: public ones, and those of users and companies. `admin-links.ts` has those of admins. No other file
 * spells out an address.
 */

/** Permissions of which any one opens a page; an empty list opens it to every user. */
type Permissions = readonly (Permission | CompanyPermission)[]

/** The address of one page, with its values filled in. */
export type Link = {
  path: string
  search: Readonly<Record<string, string | undefined>>
  /** The fragment: the id of a part of the page, or the email address of `withEmail`. */
  hash?: string
  permissions: Permissions
}

/** `/users/{id}` of the pattern `/users/{id}?tab&period`. */
type PathOf<Pattern extends string> = Pattern extends `${infer Path}?${string}` ? Path : Pattern

/** `'tab' | 'period'` of the pattern `/users/{id}?tab&period`. */
type NameOf<Pattern extends string> = Pattern extends `${string}?${infer Names}`
  ? Split<Names>
  : never

type Split<Names extends string> = Names extends `${infer First}&${infer Rest}`
  ? First | Split<Rest>
  : Names

/** `'id'` of the path `/users/{id}`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

type Values<Path extends string, Name extends string> = Readonly<
  Record<ParameterOf<Path>, string> & Partial<Record<Name, string | undefined>>
>

/** A page: address with {parameters}, query parameters, permissions, and the function that makes links to the page. */
export type Page<Path extends string = string, Name extends string = string> = {
  // In a tuple, because a bare `never` would make the whole conditional type `never`.
  (
    ...values: [ParameterOf<Path>] extends [never] ? [Values<Path, Name>?] : [Values<Path, Name>]
  ): Link
  path: Path
  search: readonly Name[]
  permissions: Permissions
}

const manageCompanyUsers = ['company_users'] as const

// Public pages.
export const login = page(
  '/login?redirect_url&ended&redirect&login_hint&ui_locales&prompt&logged_out',
)
export const signup = page('/sign-up?redirect_url&user')
export const forgotPassword = page('/forgot-password?redirect_url&redirect')
export const resetPassword = page('/reset-password?redirect_url&user')
export const reset2fa = page('/reset-mfa?redirect_url')
export const logMeOut = page('/log-me-out')
/** Sets password and second factor, by a mailed link. */
export const recover = page('/recover')
/** Stops the replacement of a second factor. */
export const stopRecovery = page('/stop')
export const contactPoint = page('/contact-point')
/** The step-up of a platform's request: `/step-up/{uid}`, or with `subsystem` and `redirect` behind a proxy. */
export const stepUp = page('/step-up?subsystem&redirect')
export const terms = page('/terms-conditions')
/** Names who can open the page `redirect` to a user who lacks its permissions. */
export const unauthorized = page('/unauthorized?redirect')

// Pages of users.
export const main = page('/main')
export const home = page('/main/home')
export const profile = page('/main/profile?forbidden_subsystem&error_type')
export const security = page('/main/security')
/** Replaces the authenticator app of a logged-in user. */
export const replaceAuthenticator = page('/main/security/authenticator')
export const help = page('/main/help')
/** Invitations of companies to a user without a company. */
export const join = page('/main/join')
export const noPermission = page('/main/no-permission')

// Pages of a company's own administrators.
/** Leads to the first page of the company that the user may open. */
export const companyArea = page('/main/company')
export const companyOverview = page('/main/company/overview', [
  'company_owner',
  'company_users',
  'company_security',
  'company_audit',
])
export const companyUsers = page(
  '/main/company/users?q&deactivated&company&platform&status&secondFactor&lastLoginBefore&language&sort',
  manageCompanyUsers,
)
export const companyUser = page('/main/company/users/{id}', manageCompanyUsers)
export const companyInvitations = page('/main/company/invitations?q&state&sort', manageCompanyUsers)
export const inviteColleagues = page('/main/company/invitations/new', manageCompanyUsers)
export const companyRequests = page(
  '/main/company/requests?q&state&sort&approval',
  manageCompanyUsers,
)
export const companyReview = page('/main/company/review?q&state&sort', manageCompanyUsers)
export const companyNetworks = page('/main/company/networks', ['company_security'])
export const companyActivity = page('/main/company/activity?q&kind&user&startDate&endDate&own', [
  'company_audit',
])

// Public pages of admins.
export const adminLogin = page('/admin/login?ended&redirect&redirectURL&refused')
export const adminSetUp = page('/admin/set-up')
export const adminArea = page('/admin')
/** An endpoint of the API that starts a login at the admins' identity provider. */
export const authProxyLogin = page('/auth-proxy/login?redirectTo&fresh')

/** Returns the address of a link as a path with its query and its fragment. */
export function hrefOf({ path, search, hash }: Link): string {
  return path + stringifySearch(search) + (hash === undefined ? '' : `#${hash}`)
}

/** Returns a link to a part of a page. */
export function partOf(link: Link, hash: string): Link {
  return { ...link, hash }
}

/** Returns a link that passes a typed email address on in its fragment, which no server receives. */
export function withEmail(link: Link, email: string): Link {
  return email === '' ? link : partOf(link, new URLSearchParams({ email }).toString())
}

/** Returns a link whose path ends with a one-time token, or with the id of a request. */
export function withToken(link: Link, token: string): Link {
  return { ...link, path: `${link.path}/${token}` }
}

/** Returns true if `held` contains one of the needed permissions, or none is needed. */
export function isPermitted(needed: readonly string[], held: readonly string[]): boolean {
  return needed.length === 0 || needed.some((permission) => held.includes(permission))
}

/** Declares a page by its pattern, such as `/admin/users/{id}?tab&period`. */
export function page<const Pattern extends string>(
  pattern: Pattern,
  permissions?: Permissions,
): Page<PathOf<Pattern>, NameOf<Pattern>>
// @__NO_SIDE_EFFECTS__
export function page(pattern: string, permissions: Permissions = []): Page<string, string> {
  const [path = '', names = ''] = pattern.split('?')
  const search = names === '' ? [] : names.split('&')
  const link = (values: Readonly<Record<string, string | undefined>> = {}): Link => ({
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    ),
    search: Object.fromEntries(Object.entries(values).filter(([name]) => search.includes(name))),
    permissions,
  })
  return Object.assign(link, { path, search, permissions })
}
