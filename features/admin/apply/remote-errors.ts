import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { FileError, type ConfigurationFile, type Path } from './configuration-file.ts'

const sentences: Readonly<Record<number, string>> = {
  [commonErrors.forbidden]: 'The service account does not have the scope admin:configuration.',
  [commonErrors.tooLarge]: 'The file and its secrets are larger than 256 KiB.',
  [errorCodes.tooManyRequests]: 'The service account makes at most 30 calls in ten minutes.',
  [errorCodes.approvalPending]: 'An approved file is being applied: run the command again.',
  [errorCodes.noSecondPerson]:
    'The request is stored, but no admin may approve it. The list of approvals in the admin area says why.',
}

/** Returns an error of the API as the command on the server would say it, with lines and columns of the file. */
export function readableError(error: unknown, file: ConfigurationFile): unknown {
  const refusal = error instanceof Error ? error.cause : undefined
  if (!(refusal instanceof Refusal)) return error
  const { code, faults, requestId } = refusal
  const lines = faults.flatMap(({ field, detail }) => {
    if (detail === undefined) return []
    return field === undefined
      ? [detail]
      : [file.describe({ path: pathOf(field, file.value), sentence: detail })]
  })
  if (lines.length > 0) return new FileError(lines)
  const sentence = sentences[code]
  if (sentence === undefined) return error
  return new Error(`${sentence} (request ${requestId})`, { cause: error })
}

/** Returns the path of a JSON Pointer; its numbers are indexes of lists. */
function pathOf(pointer: string, value: unknown): Path {
  let part = value
  return pointer
    .split('/')
    .slice(1)
    .map((text) => {
      const name = text.replaceAll('~1', '/').replaceAll('~0', '~')
      const step = Array.isArray(part) ? Number(name) : name
      part = (part as Record<string | number, unknown> | undefined)?.[step]
      return step
    })
}
