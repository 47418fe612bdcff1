import { equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { findLink } from '#domain/sign-in/link.ts'
import { db } from '#server/db.ts'
import { inviteCommand } from './command.ts'

const right = [
  '--email',
  'Grace@Quay.example',
  '--firstname',
  'Grace',
  '--lastname',
  'Hopper',
  '--company',
  'Harbour Ltd',
]

test('the command invites a user and prints the link', async () => {
  const [output, link] = await inviteCommand(right)
  match(output ?? '', /Invited grace@quay.example/)
  const token = /sign-up\/([^?]+)\?user=grace%40quay\.example$/.exec(link ?? '')?.[1] ?? ''
  equal((await findLink(db, token))?.kind, 'invitation')
})

test('a missing, invalid or unknown argument is reported by name', async () => {
  await rejects(
    inviteCommand([]),
    /--email is missing\n--firstname is missing\n--lastname is missing\n--company is missing/,
  )
  await rejects(inviteCommand([...right, '--email', 'grace']), /--email is not an email address/)
  await rejects(
    inviteCommand([...right, '--lastname', '=1+1']),
    /--lastname must not start with “=”/,
  )
  await rejects(inviteCommand([...right, '--language', 'de']), /--language is one of en, /)
  await rejects(
    inviteCommand([...right, '--subsystems', 'kitchen']),
    /There is no platform kitchen/,
  )
  await rejects(inviteCommand([...right, '--colour', 'green']), /--colour/)
})
