import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { migrate } from '../../app/migrate.ts'
import { forgetDatabase, startDatabase, type Urls } from '../../demo/database.ts'
import { openPlace, placeOf } from '../../demo/place.ts'
import type { Fault, Cluster } from './fault.ts'
import { killPostgres } from './kill.ts'

/** Creates a migrated, stopped cluster that each fault copies. */
export async function prepareCluster(folder: string): Promise<void> {
  const database = await startDatabase({ folder })
  await migrate(database)
  await database.stop()
}

/** Starts a copy of the prepared cluster, or migrates the fault's own cluster. */
export async function openCluster(
  { name, cluster: startCluster }: Fault,
  folders: { prepared: string; own: string },
): Promise<Cluster> {
  if (!startCluster) return copyCluster(folders.prepared, `${folders.own}/${name}`)
  const cluster = await startCluster()
  if (cluster.isEmpty) return cluster
  try {
    const { DATABASE_OWNER_URL: ownerUrl = '', DATABASE_URL: serverUrl = '' } = cluster.variables
    await migrate({ ownerUrl, serverUrl })
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

async function copyCluster(prepared: string, folder: string): Promise<Cluster> {
  const place = placeOf(folder)
  await openPlace(place)
  // Preserves owner and mode, because PostgreSQL checks them.
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

export function variablesOf(folder: string, { serverUrl, ownerUrl, adminUrl }: Urls) {
  return {
    FAULTS_FOLDER: folder,
    DATABASE_URL: serverUrl,
    DATABASE_OWNER_URL: ownerUrl,
    FAULTS_ADMIN_URL: Object.assign(new URL(adminUrl), { pathname: '/portico' }).href,
  }
}
