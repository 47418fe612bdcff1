import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { allowedUrlOf, ownPathOf } from './redirect.ts'

const platforms = ['https://hub.example.com', 'http://127.0.0.1:8081/start']

test('RT-29 ownPathOf returns a path on this origin with its query and hash', () => {
  equal(ownPathOf('/main/security?tab=1#password'), '/main/security?tab=1#password')
})

test('RT-29 ownPathOf returns undefined for a URL that leaves this origin', () => {
  equal(ownPathOf('//evil.test'), undefined)
  equal(ownPathOf(String.raw`/\evil.test`), undefined)
  equal(ownPathOf(String.raw`\/evil.test`), undefined)
  equal(ownPathOf('https://evil.test'), undefined)
  equal(ownPathOf('javascript:alert(1)'), undefined)
  equal(ownPathOf('main'), undefined)
})

test('RT-29 ownPathOf returns undefined for a path with characters that browsers ignore', () => {
  equal(ownPathOf('/\t/evil.test'), undefined)
  equal(ownPathOf('/\n/evil.test'), undefined)
  equal(ownPathOf(String.raw`/main\..\..`), undefined)
})

test('RT-29 ownPathOf returns undefined for an empty or missing path', () => {
  equal(ownPathOf(''), undefined)
  equal(ownPathOf(null), undefined)
})

test('RT-29 allowedUrlOf returns a URL on the origin of a registered platform', () => {
  equal(allowedUrlOf('https://hub.example.com/x?y=1', platforms), 'https://hub.example.com/x?y=1')
  equal(allowedUrlOf('http://127.0.0.1:8081', platforms), 'http://127.0.0.1:8081/')
})

test('RT-29 allowedUrlOf returns undefined for a URL that only resembles a platform’s', () => {
  equal(allowedUrlOf('https://hub.example.com.evil.test', platforms), undefined)
  equal(allowedUrlOf('https://hub.example.com@evil.test', platforms), undefined)
  equal(allowedUrlOf('https://user@hub.example.com', platforms), undefined)
  equal(allowedUrlOf('http://hub.example.com', platforms), undefined)
  equal(allowedUrlOf('javascript:alert(1)', platforms), undefined)
  equal(allowedUrlOf('/main', platforms), undefined)
})
