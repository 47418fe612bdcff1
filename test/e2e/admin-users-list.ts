import sql from 'sql-template-tag'
import { ago, now } from '#test/rows.ts'
import { addPerson, server } from './people.ts'

/** Adds users of a new company. */
export async function addMany(company: string, count: number): Promise<void> {
  await addPerson({ company })
  const { people } = await server()
  const domain = company.toLowerCase().replaceAll(' ', '-')
  const users = Array.from({ length: count }, (_, at) => at + 1).map((n) => ({
    partnerId: sql`(select id from partners where name = ${company})`,
    email: `many${n}@${domain}.example`,
    firstname: 'Nomi',
    lastname: `Fleet${n}`,
    onboardedAt: n % 10 > 0 ? now : null,
    lastLoginAt: n % 10 > 0 ? ago(`${n} hours`) : null,
  }))
  await people.addManyUsers(users)
}
