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
    /** Hint with the possible values, shown while nothing is typed. */
    fault?: string
    find: (typed: string, signal: AbortSignal) => Promise<readonly Option[]>
  }
  value: string
  onSet: (value: string) => void
  onOver: () => void
}

const pauseMs = 250

/** A search for the value of a filter with many possible values. */
export function OptionSearch({ filter, value, onSet, onOver }: Props) {
  const t = useMessages(listMessages)
  const id = useId()
  const [typed, setTyped] = useState('')
  const { options, first, setEntered } = useOptions(filter.find, typed, take)

  function take(option: Option): void {
    onSet(option.value)
    onOver()
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
          setEntered(typed)
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
                onClick={() => take(option)}
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

function useOptions(
  search: Props['filter']['find'],
  typed: string,
  onEntered: (option: Option) => void,
) {
  const [found, setFound] = useState<Options>({ text: '', options: undefined })
  const [entered, setEntered] = useState<string>()
  const { text, options } = found
  const isFound = typed.trim() !== '' && text === typed && typeof options === 'object'
  const [first] = isFound ? options : []
  const find = useEffectEvent((wanted: string, signal: AbortSignal) => search(wanted, signal))
  const take = useEffectEvent((option: Option) => onEntered(option))

  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      find(typed, leaving.signal).then(
        (all) => setFound({ text: typed, options: all }),
        () => {
          if (!leaving.signal.aborted) setFound({ text: typed, options: 'failed' })
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [typed])

  // Enter may be pressed before the results arrive.
  useEffect(() => {
    if (first && entered === typed) take(first)
  }, [first, entered, typed])

  return { options, first, setEntered }
}
