import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The paths of one folder's database, and the user that PostgreSQL runs as. */
export type Place = {
  folder: string
  pointer: string
  home: string
  data: string
  log: string
  sockets: string
  owner: Owner | undefined
}

/** PostgreSQL refuses to run as root: for root, an unprivileged user owns the database. */
type Owner = { uid: number; gid: number }

/** Readable for every user, as the clone of root may not be. */
export const rootHome = '/var/lib/portico'

/** The longest path of a Unix socket: 103 bytes on macOS, 107 on Linux. */
const socketPathBytes = 103

export function placeOf(folder: string): Place {
  const whole = path.resolve(folder)
  const name = createHash('sha256').update(whole).digest('hex').slice(0, 12)
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined
  const pointer = path.join(whole, 'database')
  const home = owner ? path.join(rootHome, name) : pointer
  const near = path.join(home, 'socket')
  const fits = Buffer.byteLength(path.join(near, '.s.PGSQL.5432')) <= socketPathBytes
  return {
    folder,
    pointer,
    home,
    data: path.join(home, 'data'),
    log: path.join(home, 'log'),
    sockets: fits ? near : path.join(tmpdir(), `portico-${name}`),
    owner,
  }
}

/** False for root when the database belonged to a deleted clone of the same path. */
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

/** A folder below the temporary folder may have been created by another user. */
async function ownFolder(place: Place, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const made = await lstat(folder)
  const mine = [process.getuid?.(), place.owner?.uid].includes(made.uid)
  if (!made.isDirectory() || !mine) {
    throw new Error(`${folder} belongs to another user: delete it, then start Portico again.`)
  }
  await chmod(folder, 0o700)
  if (place.owner) await chown(folder, place.owner.uid, place.owner.gid)
}

function unprivileged(): Owner {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found =
    rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  if (!found) throw new Error('PostgreSQL does not run as root: start Portico as another user.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}
