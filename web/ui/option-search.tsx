import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useMessages } from '../locale.ts'
import { focusFirst } from './focus-first.ts'
import styles from './list-filters.module.css'
import { listMessages } from './texts/messages.ts'

/** A value of a filter. `count` is the number of rows with this value; undefined if unknown. */
export type Option = { value: string; text: string; count?: string | undefined }

type Props = {
  filter: {
    title: string
    /** Hint about the valid values, shown if nothing is typed and there are no options to list. */
    fault?: string
    find: (typed: string, signal: AbortSignal) => Promise<readonly Option[]>
  }
  value: string
  onSet: (value: string) => void
  onClose: () => void
}

const pauseMs = 250

/** A search for the value of a filter with many possible values. */
export function OptionSearch({ filter, value, onSet, onClose }: Props) {
  const t = useMessages(listMessages)
  const id = useId()
  const [typed, setTyped] = useState('')
  const { options, first, setEnteredText } = useOptions(filter.find, typed, select)

  function select(option: Option): void {
    onSet(option.value)
    onClose()
  }

  return (
    <div className={styles.editor} ref={focusFirst}>
      <label htmlFor={id}>{filter.title}</label>
      <input
        id={id}
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return
          // Enter would also press the button that receives the focus when the popup closes.
          event.preventDefault()
          setEnteredText(typed)
        }}
      />
      <p role="status" className="soft unless-empty">
        {options === undefined && t.searching}
        {options === 'failed' && t.failed}
        {options?.length === 0 && (typed.trim() === '' ? filter.fault : t.nothing)}
      </p>
      {typeof options === 'object' && (
        <ul className={styles.found}>
          {options.map((option) => (
            <li key={option.value}>
              <button
                type="button"
                aria-pressed={option.value === value}
                data-first={option === first || undefined}
                onClick={() => select(option)}
              >
                <bdi>{option.text}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The options found for a text; undefined while the first search runs. */
type Options = { text: string; options: readonly Option[] | 'failed' | undefined }

/** Returns the options for the typed text, and the first of them if they belong to that text. */
function useOptions(
  search: Props['filter']['find'],
  typed: string,
  onEntered: (option: Option) => void,
) {
  const [result, setResult] = useState<Options>({ text: '', options: undefined })
  const [enteredText, setEnteredText] = useState<string>()
  // Enter is about the text at that time, even if the user types it again.
  if (enteredText !== undefined && enteredText !== typed) setEnteredText(undefined)
  const { text, options } = result
  const isCurrent = typed.trim() !== '' && text === typed && typeof options === 'object'
  const [first] = isCurrent ? options : []
  const find = useEffectEvent((query: string, signal: AbortSignal) => search(query, signal))
  const select = useEffectEvent((option: Option) => onEntered(option))

  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      find(typed, stop.signal).then(
        (matches) => setResult({ text: typed, options: matches }),
        () => {
          if (!stop.signal.aborted) setResult({ text: typed, options: 'failed' })
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed])

  // Enter may be pressed before the results arrive.
  useEffect(() => {
    if (first && enteredText === typed) select(first)
  }, [first, enteredText, typed])

  return { options, first, setEnteredText }
}
