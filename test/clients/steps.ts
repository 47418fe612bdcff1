/** Says what was seen, and fails where it is not what was expected. */
export function done(what: string, isRight: boolean): void {
  console.log(`${isRight ? '✔' : '✖'} ${what}`)
  if (!isRight) throw new Error(what)
}

/** Id of the user who walks through all platforms. */
export async function demoPerson(): Promise<string> {
  const { db } = await import('#server/db.ts')
  const { findUserByEmail } = await import('#domain/user.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  const ada = await findUserByEmail(db, demoEmail)
  if (!ada) throw new Error('the demonstration has nobody')
  return ada.id
}
