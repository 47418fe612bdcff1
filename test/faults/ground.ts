import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { migrate } from '../../app/migrate.ts'
import { forgetDatabase, startDatabase, type Urls } from '../../demo/database.ts'
import { openPlace, placeOf } from '../../demo/place.ts'
import type { Fault, Ground } from './fault.ts'
import { killPostgres } from './kill.ts'

/** A migrated database that does not run: each fault gets a copy. */
export async function prepareGround(folder: string): Promise<void> {
  const database = await startDatabase({ folder })
  await migrate(database)
  await database.stop()
}

/** Where a fault brings a cluster of its own, that is migrated. */
export async function openGround(
  { name, cluster }: Fault,
  folders: { prepared: string; own: string },
): Promise<Ground> {
  if (!cluster) return copyGround(folders.prepared, `${folders.own}/${name}`)
  const ground = await cluster()
  try {
    const { DATABASE_OWNER_URL: ownerUrl = '', DATABASE_URL: serverUrl = '' } = ground.variables
    await migrate({ ownerUrl, serverUrl })
    return ground
  } catch (error) {
    await ground.stop()
    throw error
  }
}

async function copyGround(prepared: string, folder: string): Promise<Ground> {
  const place = placeOf(folder)
  await openPlace(place)
  // PostgreSQL's own files, whose owner and modes it insists on.
  await promisify(execFile)('cp', ['-Rp', placeOf(prepared).data, place.data])
  const stop = async () => {
    await killPostgres(place.data)
    await forgetDatabase(folder)
  }
  try {
    return { variables: variablesOf(folder, await startDatabase({ folder })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function variablesOf(folder: string, { serverUrl, ownerUrl, adminUrl }: Urls) {
  return {
    FAULTS_FOLDER: folder,
    DATABASE_URL: serverUrl,
    DATABASE_OWNER_URL: ownerUrl,
    FAULTS_ADMIN_URL: Object.assign(new URL(adminUrl), { pathname: '/portico' }).href,
  }
}
