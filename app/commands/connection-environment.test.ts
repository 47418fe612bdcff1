import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { connectionEnvironment } from './connection-environment.ts'

const hostsOf = (url: string) => connectionEnvironment(url).PGHOST

test('the connection keeps the certificates and the password of its URL', () => {
  deepEqual(
    connectionEnvironment(
      'postgres://owner:p%40ss@db.example:6432/portico?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    ),
    {
      PGHOST: 'db.example',
      PGPORT: '6432',
      PGUSER: 'owner',
      PGPASSWORD: 'p@ss',
      PGDATABASE: 'portico',
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: '/etc/ca.pem',
    },
  )
})

test('hosts are IPv6 addresses without brackets, folders of sockets, and several servers', () => {
  deepEqual(
    [
      hostsOf('postgres://u:p@[::1]:5432/db'),
      hostsOf('postgres://u:p@%2Frun%2Fpostgresql/db'),
      hostsOf('postgres://u:p@localhost/db?host=/run/postgresql'),
      hostsOf('postgres://u:p@one:5432,two:5433/db'),
    ],
    ['::1', '/run/postgresql', '/run/postgresql', 'one,two'],
  )
})
