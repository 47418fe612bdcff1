import { addAdmin, addPlatform, addUser, inviteUser } from '#test/people.ts'

/**
 * Fills the last release's database with users, invitations, an admin and a platform, and prints them. Runs inside the
 * last release.
 */
const [users = '0', guests = '0'] = process.argv.slice(2)
const secret = 'the secret of the platform'
await addPlatform({
  id: 'hub',
  clientSecret: secret,
  redirectUris: ['http://hub.example/callback'],
})
const data = {
  secret,
  admin: await addAdmin(),
  users: await repeat(Number(users), () => addUser({ platforms: ['hub'] })),
  guests: await repeat(Number(guests), () => inviteUser({ platforms: ['hub'] })),
}
process.stdout.write(JSON.stringify(data))
process.exit(0)

async function repeat<Made>(many: number, make: () => Promise<Made>): Promise<Made[]> {
  const results: Made[] = []
  for (let one = 0; one < many; one += 1) results.push(await make())
  return results
}

export type ReleaseData = typeof data
