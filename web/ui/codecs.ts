import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { hasOnlyDigits, plainDigits } from '#contract/fields.ts'
import type { Typed, Value } from './form-state.ts'

/**
 * Converts a field between a request body and its control. `Shown` is what a record contains, which may be wider than
 * what the body accepts.
 */
export type Codec<Wire = unknown, Control extends Value = Value, Shown = Wire> = {
  show(wire: Shown): Control
  read(control: Control): Wire
  /** The initial value in a new record. */
  blank: Wire
}

type BodyOf<E extends Endpoint> = Exclude<CallInput<E>['body'], undefined>

/** The codecs of all fields in an endpoint's body. */
export type FieldsOf<E extends Endpoint> = {
  readonly [Name in keyof BodyOf<E>]-?: Codec<Exclude<BodyOf<E>[Name], undefined>>
}

export type Codecs = Readonly<Record<string, Codec>>

/** The fields of a record that the codecs show. */
export type CodecRecord<F extends Codecs> = {
  readonly [Name in keyof F]: Parameters<F[Name]['show']>[0]
}

/** The values of the controls. */
export type ControlsOf<F extends Codecs> = {
  readonly [Name in keyof F]: ReturnType<F[Name]['show']>
}

/** The body that the codecs read from the controls. */
export type CodecBody<F extends Codecs> = { [Name in keyof F]: ReturnType<F[Name]['read']> }

/** Returns the values of the controls that show a record. A field that the record lacks is blank. */
export function show<F extends Codecs>(fields: F, record: Partial<CodecRecord<F>>): ControlsOf<F> {
  return convert(fields, record, (codec, value = codec.blank) => codec.show(value)) as ControlsOf<F>
}

/** Returns the body that the controls contain. */
export function read<F extends Codecs>(fields: F, controls: Typed<ControlsOf<F>>): CodecBody<F> {
  return convert(fields, controls, (codec, value) => codec.read(value as Value)) as CodecBody<F>
}

function convert(
  fields: Codecs,
  values: object,
  convertOne: (codec: Codec, value: unknown) => unknown,
) {
  const valueOf = new Map<string, unknown>(Object.entries(values))
  return Object.fromEntries(
    Object.entries(fields).map(([name, codec]) => [name, convertOne(codec, valueOf.get(name))]),
  )
}

export const text: Codec<string, string> = {
  show: (wire) => wire,
  read: (typed) => typed,
  blank: '',
}

export const checkbox: Codec<boolean, boolean> = {
  show: (wire) => wire,
  read: (isOn) => isOn,
  blank: false,
}

/** A select of a few options. The first one is the initial one. */
export function choice<Option extends string | number>(
  options: readonly [Option, ...Option[]],
): Codec<Option, string, string | number> {
  return {
    show: String,
    read: (typed) => options.find((each) => String(each) === typed) ?? options[0],
    blank: options[0],
  }
}

/**
 * A whole number, in ASCII, Arabic, Persian or full-width digits. Any other text becomes NaN, which the schema of a
 * number rejects.
 */
export const digits: Codec<number, string> = {
  show: String,
  read: (typed) => (hasOnlyDigits(typed) ? Number(plainDigits(typed)) : NaN),
  blank: 0,
}

/** A field that may be left empty, which is null in the body. */
export function orNull<Wire, Shown>({
  show: showOne,
  read: readOne,
}: Codec<Wire, string, Shown>): Codec<Wire | null, string, Shown | null> {
  return {
    show: (wire) => (wire === null ? '' : showOne(wire)),
    read: (typed) => (typed.trim() === '' ? null : readOne(typed.trim())),
    blank: null,
  }
}

/** A list in a text field of several lines. */
export const lines: Codec<string[], string, readonly string[]> = {
  show: (wire) => wire.join('\n'),
  read: linesOf,
  blank: [],
}

export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** A list in a control that has several values, such as checkboxes. */
export function list<Item>(): Codec<Item[], readonly Item[], readonly Item[]> {
  return { show: (wire) => wire, read: (items) => [...items], blank: [] }
}
