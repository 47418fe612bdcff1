import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf } from './full-name.ts'

const nameIn = (firstname: string, lastname: string) => nameOf({ firstname, lastname })

test('SC-16 a Chinese name begins with the family name and has no space, every other name has one', () => {
  equal(nameIn('晓雯', '林'), '林晓雯')
  equal(nameIn('修', '欧阳'), '欧阳修')
  equal(nameIn('𠮷', '林'), '林𠮷')
  equal(nameIn('', '林'), '林')
  equal(nameIn('Ada', 'Byron'), 'Ada Byron')
  equal(nameIn('Ada', '林'), 'Ada 林')
  equal(nameIn('晓雯', 'Lin'), '晓雯 Lin')
  equal(nameIn('晓雯 A', '林'), '晓雯 A 林')
  equal(nameIn('ليلى', 'حداد'), 'ليلى حداد')
})
