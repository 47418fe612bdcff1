export type Path = readonly (string | number)[]

/** A fault in a configuration file: its path, and a sentence that says how to fix it. */
export type FileFault = { path: Path; sentence: string }

/** Lists the faults of a file, one per line with its position. Thrown before any change. */
export class FileError extends Error {
  /** The faults without positions; empty for errors of syntax. */
  readonly faults: readonly FileFault[]

  constructor(lines: readonly string[], faults: readonly FileFault[] = []) {
    super([...new Set(lines)].join('\n'))
    this.faults = faults
  }
}

export type ConfigurationFile = {
  /** Name of the file, as messages show it. */
  name: string
  value: unknown
  /** Formats the fault as `file:line:column sentence`. */
  describe: (fault: FileFault) => string
}

/** Throws a FileError that lists the faults, unless there are none. */
export function throwFaults(file: ConfigurationFile, faults: readonly FileFault[]): void {
  if (faults.length > 0) throw new FileError(faults.map(file.describe), faults)
}

/** Returns the JSON Pointer (RFC 6901) of a path. */
export function pointerOf(path: Path): string {
  return path.map((each) => `/${String(each).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
