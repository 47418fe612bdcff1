import type * as z from 'zod/mini'
import { sentenceFor } from '#server/command-options.ts'

/** Instructions by the type that the schema expects. */
const typeSentences: Readonly<Record<string, string>> = {
  string: 'Write a text',
  boolean: 'Write true or false',
  number: 'Write a number',
  int: 'Write a whole number',
  array: 'Write a list',
  object: 'Write its fields below it',
}

/** Instructions by rule, for fields that several sections share. */
const ruleSentences: Readonly<Record<string, string>> = {
  secretSource: 'Write env:NAME or file:path. This file never contains a secret.',
  allOrList: 'Write all, or a list of IDs.',
  unknownPlatform: 'This platform doesn’t exist.',
  unknownScope: 'This scope doesn’t exist.',
  invalidCidr: 'Write a network such as 203.0.113.0/24, or one address.',
}

/** Returns a sentence that describes the fault and how to fix it. `below` is the path of the value in the item. */
export function sentenceOf(
  issue: z.core.$ZodIssue,
  given: unknown,
  below: readonly (string | number)[],
  own: Readonly<Record<string, unknown>>,
): string {
  const name = String(below.at(-1) ?? 'This')
  if (issue.code === 'invalid_type')
    return given === undefined
      ? `${name} is missing.`
      : `${typeSentences[issue.expected] ?? 'Write another value'}, not ${written(given)}.`
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String).join(', ')
    return `Write ${issue.values.length > 1 ? `one of ${values}` : values}, not ${written(given)}.`
  }
  if (given === undefined && issue.message === 'required') return `${name} is missing.`
  return sentenceOfRule(name, issue.message, own)
}

/** Returns the sentence about a rule of a field. */
export function sentenceOfRule(
  name: string,
  rule: string,
  own: Readonly<Record<string, unknown>>,
): string {
  const common = ruleSentences[rule]
  if (common !== undefined) return common
  const sentence = sentenceFor(rule)
  if (sentence !== undefined) return `${name} ${sentence}.`
  const said = Object.hasOwn(own, rule) ? own[rule] : undefined
  return typeof said === 'string' ? ended(said) : `${name} is invalid (${rule}).`
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function written(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
