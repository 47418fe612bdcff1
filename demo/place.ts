import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The paths of a folder's database, and the user that PostgreSQL runs as. */
export type Place = {
  folder: string
  /** The database in `folder`: for root a symbolic link to `home`, otherwise `home` itself. */
  pointer: string
  home: string
  data: string
  log: string
  sockets: string
  owner: Owner | undefined
}

/** The unprivileged user that owns root's database, because PostgreSQL refuses to run as root. */
type Owner = { uid: number; gid: number }

/** A folder that every user can read; root's clone may not be. */
export const rootHome = '/var/lib/portico'

/** The maximum length of a Unix socket's path: 103 bytes on macOS, 107 on Linux. */
const socketPathBytes = 103

export function placeOf(folder: string): Place {
  const absolute = path.resolve(folder)
  const name = createHash('sha256').update(absolute).digest('hex').slice(0, 12)
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined
  const pointer = path.join(absolute, 'database')
  const home = owner ? path.join(rootHome, name) : pointer
  const socketsAtHome = path.join(home, 'socket')
  const socketPath = path.join(socketsAtHome, '.s.PGSQL.5432')
  const isShort = Buffer.byteLength(socketPath) <= socketPathBytes
  return {
    folder,
    pointer,
    home,
    data: path.join(home, 'data'),
    log: path.join(home, 'log'),
    sockets: isShort ? socketsAtHome : path.join(tmpdir(), `portico-${name}`),
    owner,
  }
}

/**
 * Returns false for root if the folder has no link to `home`: a database in `home` then belongs to a deleted clone of
 * the same path. Throws if another user created the folder's database.
 */
export async function isOurs(place: Place): Promise<boolean> {
  const pointer = await lstat(place.pointer).catch(() => undefined)
  if (pointer && pointer.isSymbolicLink() !== (place.owner !== undefined)) {
    const maker = place.owner ? 'a user other than root' : 'root'
    throw new Error(
      `The database in ${place.folder} was created by ${maker}: ` +
        `start Portico as that user, or delete ${place.folder}.`,
    )
  }
  return place.owner ? (await readlink(place.pointer).catch(() => '')) === place.home : true
}

export async function openPlace(place: Place): Promise<void> {
  await mkdir(path.dirname(place.pointer), { recursive: true })
  if (place.owner) {
    await mkdir(rootHome, { recursive: true })
    await chmod(rootHome, 0o755)
  }
  await ownFolder(place, place.home)
  await ownFolder(place, place.sockets)
  if (!place.owner || (await isOurs(place))) return
  await rm(place.pointer, { force: true })
  await symlink(place.home, place.pointer)
}

/** Creates a folder, and throws if another user owns it, which can happen below the temporary folder. */
async function ownFolder(place: Place, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const stats = await lstat(folder)
  const isOwned = [process.getuid?.(), place.owner?.uid].includes(stats.uid)
  if (!stats.isDirectory() || !isOwned) {
    throw new Error(`${folder} belongs to another user: delete it, then start Portico again.`)
  }
  await chmod(folder, 0o700)
  if (place.owner) await chown(folder, place.owner.uid, place.owner.gid)
}

function unprivileged(): Owner {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user =
    rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL does not run as root: start Portico as another user.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}
