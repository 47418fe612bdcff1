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
  invalidTime: 'Write a time such as 2027-01-31T00:00:00Z.',
  invalidCidr: 'Write a network such as 203.0.113.0/24, or one address.',
}

/** Returns a sentence that describes the fault and how to fix it. `path` is the path of the value in the item. */
export function sentenceOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  path: readonly (string | number)[],
  ownSentences: Readonly<Record<string, unknown>>,
): string {
  const name = String(path.at(-1) ?? 'This')
  const rejectsUndefined =
    ['invalid_type', 'invalid_value'].includes(issue.code) || issue.message === 'required'
  if (value === undefined && rejectsUndefined) return `${name} is missing.`
  if (issue.code === 'invalid_type')
    return `${typeSentences[issue.expected] ?? 'Write another value'}, not ${formatValue(value)}.`
  if (issue.code === 'invalid_value') {
    const choices = issue.values.length > 1 ? 'one of ' : ''
    return `Write ${choices}${issue.values.map(String).join(', ')}, not ${formatValue(value)}.`
  }
  return sentenceOfRule(name, issue.message, ownSentences)
}

/** Returns the sentence about a rule of a field. `ownSentences` are those of the section, by rule. */
export function sentenceOfRule(
  name: string,
  rule: string,
  ownSentences: Readonly<Record<string, unknown>>,
): string {
  const common = ruleSentences[rule]
  if (common !== undefined) return common
  const sentence = sentenceFor(rule)
  if (sentence !== undefined) return `${name} ${sentence}.`
  const ownSentence = Object.hasOwn(ownSentences, rule) ? ownSentences[rule] : undefined
  if (typeof ownSentence === 'string') return withFullStop(ownSentence)
  return `${name} is invalid (${rule}).`
}

/** Returns the sentence with a full stop, unless it ends with a mark. */
export function withFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function formatValue(value: unknown): string {
  const text = stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** Returns the value as JSON, or three dots if it is nested so deeply that the stack overflows. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '…'
  }
}
