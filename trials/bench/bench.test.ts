import { equal, match } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('bench lists its benchmarks without a configuration, because each starts its own database', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['trials/bench/bench.ts'], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  })
  equal(status, 0, stderr)
  match(stdout, /^ {2}pages$/m)
})
