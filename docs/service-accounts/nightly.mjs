import { readFile } from 'node:fs/promises'
import { listUsers, deactivateUser } from '@portico/client/endpoints'
import { createServiceClient, errorCodes, ProblemError } from '@portico/client/service-account'

const portico = createServiceClient({
  portal: 'https://id.example.com',
  id: 'svc-nightly',
  key: JSON.parse(await readFile('service-account-key.json', 'utf8')),
  scopes: ['admin:users'],
})

// Every active user, page by page.
for await (const user of portico.list(listUsers, {}))
  console.log(user.id, user.email, user.lastLogin)

try {
  const [, , id = ''] = process.argv
  const body = { reason: 'Left the company' }
  await portico.call(deactivateUser, { params: { id }, body })
} catch (error) {
  if (!(error instanceof ProblemError) || error.errorCode !== errorCodes.notFound) throw error
  console.error(`There is no such user (${error.requestId})`)
}
