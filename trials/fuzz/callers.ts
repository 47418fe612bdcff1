import { randomUUID } from 'node:crypto'
import { openDueReviews } from '#domain/platform-access/access-review-work.ts'
import { addContactPoint } from '#domain/accounts/contact-point.ts'
import { createLoginAttempt } from '#domain/sign-in/login-attempt.ts'
import { addTestDelivery } from '#domain/webhooks/webhook-delivery.ts'
import { addWebhook } from '#domain/webhooks/webhook.ts'
import { adminCookies, cookies } from '#server/cookies.ts'
import { db, run, scalar, transaction } from '#server/db.ts'
import { tokenFor } from '#server/secret.ts'
import { machineScopeNames } from '#contract/machine.ts'
import { askAboutUser } from '#test/approvals.ts'
import { addDelegated, giveCompanyRoles } from '#test/delegated.ts'
import {
  addAdmin,
  addPlatform,
  addUser,
  createMailedToken,
  inviteUser,
  startSessionOfAdmin,
  startUserSession,
  type TestUser,
} from '#test/people.ts'
import { addService, assertionOf, daysFromNow } from '#test/service-accounts.ts'
import { addKnownApi } from './apis.ts'
import type { Kind } from './endpoints.ts'
import type { Credentials } from './requests.ts'
import type { Known } from './values.ts'

const origin = 'http://localhost:8080'
const secret = 'a secret of the fuzzed platform'
/** A company whose id no request contains, so that none deactivates it. */
const company = 'Company of the callers'
/** The ids of new platforms, service accounts and APIs. */
const chosenIds = [
  'fuzzed',
  'svc-new',
  'https://api.fuzzed.example',
  'urn:fuzzed:new',
  ...Array.from({ length: 8 }, (_, number) => `new-platform-${number}`),
]
let addresses = 0

/** Returns a new address for each request, because rate limits are not tested here. */
export function nextAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Users with sessions, replaced after a call has ended their session. */
export class Callers {
  #ready = new Map<Kind, Promise<Credentials>>()
  #serviceCalls = 0
  #url: string

  constructor(url: string) {
    this.#url = url
  }

  async of(kind: Kind): Promise<Credentials> {
    if (kind === 'serviceAccount') this.#renewService()
    const ready = this.#ready.get(kind) ?? this.#make(kind)
    this.#ready.set(kind, ready)
    return { ...(await ready), ipAddress: nextAddress() }
  }

  /** Replaces the service account before its limit of 600 calls in ten minutes. */
  #renewService(): void {
    this.#serviceCalls += 1
    if (this.#serviceCalls % 500 === 0) this.forget('serviceAccount')
  }

  forget(kind: Kind): void {
    this.#ready.delete(kind)
  }

  async #make(kind: Kind): Promise<Credentials> {
    if (kind === 'session')
      return withCookie(cookies.session, (await startUserSession(await this.#owner())).token)
    if (kind === 'adminSession')
      return withCookie(adminCookies.session, (await startSessionOfAdmin(await addAdmin())).token)
    if (kind === 'loginAttempt' || kind === 'adminLoginAttempt') {
      const isAdmin = kind === 'adminLoginAttempt'
      const hasSecondFactor = Math.random() < 0.5
      const { id } = await (isAdmin
        ? addAdmin({ hasSecondFactor })
        : addUser({ company, hasSecondFactor }))
      const visitor = 'v'.repeat(43)
      const { token } = await createLoginAttempt(db, id)
      const { cookie, ...rest } = withCookie(cookies.visitor, visitor)
      return {
        ...rest,
        cookie: `${cookie}; ${(isAdmin ? adminCookies : cookies).loginAttempt}=${token}`,
      }
    }
    const anyone = withCookie(cookies.visitor, 'v'.repeat(43))
    if (kind === 'serviceAccount')
      return { ...anyone, authorization: `Bearer ${await this.#serviceToken()}` }
    return kind === 'platform'
      ? { ...anyone, authorization: `Bearer ${await this.#accessToken()}` }
      : anyone
  }

  /** Adds a company owner, who may manage both users and the company. */
  async #owner(): Promise<TestUser> {
    const user = await addUser({ company })
    await giveCompanyRoles(user, 'owner')
    return user
  }

  #accessToken(): Promise<string> {
    const authorization = `Basic ${btoa(`fuzzed-secret:${encodeURIComponent(secret)}`)}`
    return this.#askToken({ scope: 'invitations' }, { authorization })
  }

  async #serviceToken(): Promise<string> {
    return this.#askToken({
      scope: machineScopeNames.join(' '),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertionOf(await addService()),
    })
  }

  async #askToken(
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const answer = await fetch(`${this.#url}/oidc/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
    })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    return token
  }
}

function withCookie(name: string, value: string): Credentials {
  return { cookie: `${name}=${value}`, csrf: tokenFor('csrf', value), origin, ipAddress: '' }
}

const passkeyId = 'A'.repeat(43)

function base64(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** Adds the platforms, companies, users and links that requests may contain. */
export async function addKnown(): Promise<Known> {
  const callback = 'http://fuzzed.example/callback'
  const registered = { redirectUris: [callback], postLogoutUris: [callback], mayInvite: true }
  await addPlatform({ id: 'fuzzed', ...registered, mayInvite: false })
  await addPlatform({
    id: 'fuzzed-secret',
    ...registered,
    url: 'http://fuzzed.example',
    clientSecret: secret,
  })
  await addPlatform({ id: 'fuzzed-proxy', entryOrigin: 'http://fuzzed-proxy.example' })
  const platforms = ['fuzzed', 'fuzzed-secret', 'fuzzed-proxy']
  const people = await Promise.all(Array.from({ length: 6 }, () => addUser({ platforms })))
  const admins = [await addAdmin(), await addAdmin({ roles: ['auditor'] })]
  const kinds = ['reset-password', 'reset-mfa', 'log-me-out', 'recover', 'stop-recovery'] as const
  const links = await Promise.all(
    people.flatMap((each) => kinds.map((kind) => createMailedToken(each, kind))),
  )
  const guests = await Promise.all(
    Array.from({ length: 6 }, () => inviteUser({ platforms: ['fuzzed'] })),
  )
  const { rows: companies } = await db.query('select id, name from partners')
  // Added after the query of the companies, so that no request contains its id.
  const review = await addReviewed()
  const ids = [...people.map(({ id }) => id), ...companies.map((each: { id: string }) => each.id)]
  const others = await addOthers(admins[0]!, people[0]!)
  const service = await addService({ id: 'svc-fuzzed' })
  const passwords = ['First-Harbour-1', 'Second-Harbour-2', 'Third-Harbour-33']
  const posted = [callback, 'http://evil.test/', '']
  return {
    review: [review],
    id: [...ids, ...others.ids, service.id, review, ...chosenIds],
    ...(await addKnownApi('fuzzed')),
    deliveryid: others.deliveries,
    platformid: [null, 'fuzzed'],
    types: [['user.signed_up'], ['access.given', 'access.taken']],
    adminuserid: admins.map(({ id }) => id),
    email: [...people, ...admins, { email: 'new@quay.example' }].map(({ email }) => email),
    user: people.map(({ email }) => email),
    password: passwords,
    oldpassword: passwords.slice(0, 1),
    newpassword: passwords.slice(1, 2),
    confirmpassword: passwords.slice(1, 2),
    otp: ['000000', '123456'],
    token: [...links, ...guests.map(({ token }) => token)],
    // An unknown passkey with a plausible response.
    rawid: [passkeyId],
    clientdatajson: [base64('{"type":"webauthn.get","challenge":"AAAA"}'), base64('null'), 'AAAA'],
    authenticatordata: ['A'.repeat(50), 'AAAA'],
    signature: ['A'.repeat(96), 'AA'],
    userhandle: ['A'.repeat(22)],
    attestationobject: ['o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg', 'AAAA'],
    transports: [['internal'], []],
    partner: companies.map((each: { id: string }) => each.id),
    partnerid: companies.map((each: { id: string }) => each.id),
    ids: people.map((each) => [each.id]),
    companyid: companies.map((each: { id: string }) => each.id),
    color: ['#0b5b3b'],
    colorlight: ['#7fd1a6'],
    logo: [null, 'configured'],
    logodark: [null, 'configured'],
    subsystem: platforms,
    subsystems: [['fuzzed'], platforms, [], null, platforms.map((id) => ({ id, active: true }))],
    cidr: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'],
    timezone: ['Europe/Vienna', 'UTC'],
    firstname: ['Ada', '  Zoë '],
    lastname: ["O'Hara", '李'],
    jobtitle: ['Clerk', ''],
    referralcode: ['', 'AB-12'],
    reason: ['asked by phone'],
    evidence: ['I know the voice: called back on the office number.'],
    redirecturl: ['', 'http://fuzzed.example/invoices'],
    phone: ['+43 1 234567', ''],
    url: ['http://localhost:9000', 'https://hub.example'],
    proof: ['secret'],
    pkce: ['required'],
    jwks: [{ keys: [service.key.publicJwk] }],
    jwksuri: [null],
    expiresat: [daysFromNow(30).toISOString()],
    allowedfrom: [[], ['203.0.113.0/24']],
    postlogouturis: [[], ['https://hub.example/left']],
    backchannellogouturi: [null, 'https://hub.example/logout'],
    origins: [[], ['https://hub.example']],
    entryorigin: [null],
    action: ['login_succeeded', 'login_failed', 'invitation_created'],
    ipaddress: ['127.0.0.1', '::1'],
    startdate: ['2026-01-01', '2026-01-01T00:00:00Z'],
    enddate: ['2026-12-31', '2026-12-31T00:00:00+05:30'],
    redirecturis: [['https://hub.example/callback']],
    client_id: ['fuzzed', 'fuzzed-secret', 'nobody'],
    client_secret: [secret, 'wrong'],
    redirect_uri: posted,
    post_logout_redirect_uri: posted,
    response_type: ['code'],
    response_mode: ['query', 'form_post', 'fragment'],
    scope: ['openid', 'openid profile email', 'invitations', 'openid orders.read'],
    code_challenge: ['a'.repeat(43)],
    code_challenge_method: ['S256'],
    prompt: ['login', 'none', 'consent', 'select_account'],
    max_age: ['0', '1', '9999999999999999999'],
    grant_type: ['authorization_code', 'refresh_token', 'client_credentials'],
    authorization: [
      `Basic ${btoa(`fuzzed-secret:${encodeURIComponent(secret)}`)}`,
      'Bearer x',
      'Basic x',
    ],
    claims: [
      '{"userinfo":{"email":null}}',
      '{"id_token":{"\\u0000":null}}',
      '{"userinfo":[]}',
      '{"id_token":{"\\ud800":{"value":1}}}',
      '[]',
      '{',
    ],
    request: ['e30.e30.', 'eyJhbGciOiJub25lIn0.eyJzdGF0ZSI6IlxcdTAwMDAifQ.', 'a.b.c'],
    rd: ['http://fuzzed-proxy.example/a?b=c', 'http://evil.test/'],
    state: ['a'.repeat(43)],
    redirect: ['/main', 'true', 'http://evil.test'],
    q: ['har', 'ada', '%', '_'],
    'if-match': ['"1"', '"2"'],
  }
}

/** Adds the callers' company with an open access review. */
async function addReviewed(): Promise<string> {
  const { partnerId } = await addDelegated(company)
  await addUser({ company })
  await run(db)`
    update partners set review_months = 3, created_at = now() - interval '1 year' where id = ${partnerId}`
  await openDueReviews(db)
  const id = await scalar<string>(db)`select id from access_reviews where partner_id = ${partnerId}`
  if (!id) throw new Error('No review was opened.')
  return id
}

/** Adds a webhook with a delivery, an approval request, and an additional address of an account. */
async function addOthers(admin: TestUser, user: TestUser) {
  const deliveryId = randomUUID()
  const { id: approvalId } = await askAboutUser(admin)
  const ids = await transaction(db, async (tx) => {
    const facts = { name: 'Ledger', url: 'https://ledger.example', platformId: null, active: true }
    const { id: webhookId } = await addWebhook(
      tx,
      { ...facts, types: ['user.signed_up'] },
      'system',
    )
    await addTestDelivery(tx, { webhookId, id: deliveryId, body: '{}' })
    const pointId = await addContactPoint(tx, user.id, 'home@quay.example')
    return [webhookId, pointId]
  })
  return { ids: [...ids, approvalId], deliveries: [deliveryId] }
}
