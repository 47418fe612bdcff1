import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfCompose, readComposed } from './compose.ts'

test('3Z14: every service of compose.yaml is read-only and without privileges', () => {
  deepEqual(faultsOfCompose(readComposed()), [])
})

test('3Z14: a service with capabilities, new privileges or a writable file system is reported', () => {
  const confined = {
    image: 'redis:8',
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  }
  const services = {
    confined,
    image: { ...confined, image: '' },
    writable: { ...confined, read_only: false },
    capable: { ...confined, cap_drop: ['NET_RAW'] },
    nginx: { ...confined, cap_add: ['NET_BIND_SERVICE', 'SYS_ADMIN'] },
    rising: { ...confined, security_opt: [] },
    privileged: { ...confined, privileged: true },
  }
  deepEqual(faultsOfCompose({ services }), [
    'image has no image',
    'writable can write its own files',
    'capable keeps capabilities: cap_drop is not [ALL]',
    'nginx adds the capability SYS_ADMIN',
    'rising can gain privileges',
    'privileged is privileged',
  ])
})
