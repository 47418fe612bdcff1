// @ts-check
import createClient from 'openapi-fetch'

/** Uses the portal only through types that are generated from its OpenAPI document. */

const { PORTAL = '', EMAIL = '', PASSWORD = '', CODE = '', PLATFORM = '' } = process.env
/** @type {Map<string, string>} */
const cookies = new Map()
let csrf = ''

/** @type {import('openapi-fetch').Client<import('./api.d.ts').paths>} */
const client = createClient({ baseUrl: PORTAL })
client.use({
  onRequest({ request }) {
    request.headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    return request
  },
  onResponse({ response }) {
    csrf = response.headers.get('X-CSRF-Token') ?? csrf
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
  },
})

function header() {
  return {
    'X-Requested-With': /** @type {const} */ ('XMLHttpRequest'),
    'X-CSRF-Token': csrf,
    Origin: PORTAL,
  }
}

/**
 * @template Data
 * @param {{ data?: Data, error?: unknown, response: Response }} answer
 * @returns {Data}
 */
function dataOf({ data, error, response }) {
  if (data === undefined) throw new Error(`${response.status} ${JSON.stringify(error)}`)
  return data
}

await client.GET('/api/admin/csrf')
dataOf(
  await client.POST('/api/admin/login', {
    params: { header: header() },
    body: { email: EMAIL, password: PASSWORD },
  }),
)
const { admin } = dataOf(
  await client.POST('/api/admin/login/verify-mfa', {
    params: { header: header() },
    body: { otp: CODE },
  }),
)

/** @type {Set<string>} */
const users = new Set()
/** @type {string | undefined} */
let cursor
do {
  const answer = await client.GET('/api/admin/users', {
    params: { query: { limit: 50, ...(cursor && { cursor }) } },
  })
  for (const { id } of dataOf(answer)) users.add(id)
  cursor = answer.response.headers.get('X-Next-Cursor') ?? undefined
} while (cursor)

const file = dataOf(
  await client.GET('/api/admin/users/export', { params: { query: {} }, parseAs: 'text' }),
)
const invitations = dataOf(
  await client.GET('/platform/invitations', {
    params: { query: { limit: 5 } },
    headers: { Authorization: `Bearer ${PLATFORM}` },
  }),
)
console.log(
  JSON.stringify({
    admin: admin.email,
    users: users.size,
    lines: file.trim().split('\r\n').length - 1,
    invitations: invitations.length,
  }),
)
