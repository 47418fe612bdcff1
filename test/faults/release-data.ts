import { addAdmin, addPlatform, addUser, inviteUser } from '#test/people.ts'

/** A program that the last release runs: fills its database with users, guests, an admin and a platform; prints them. */
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
  const made: Made[] = []
  for (let one = 0; one < many; one += 1) made.push(await make())
  return made
}

export type ReleaseData = typeof data
