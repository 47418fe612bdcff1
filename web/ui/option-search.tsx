import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useMessages } from '../locale.ts'
import { focusFirst } from './focus-first.ts'
import styles from './list-filters.module.css'
import { listMessages } from './list-messages.ts'

export type Option = { value: string; text: string }

type Props = {
  filter: {
    title: string
    /** What can be typed, in words. */
    fault?: string
    find: (typed: string, signal: AbortSignal) => Promise<readonly Option[]>
  }
  value: string
  onSet: (value: string) => void
  onOver: () => void
}

const pauseMs = 250

/** Looks for the value of a filter among very many. */
export function OptionSearch({ filter, value, onSet, onOver }: Props) {
  const t = useMessages(listMessages)
  const id = useId()
  const [typed, setTyped] = useState('')
  const found = useOptions(filter.find, typed)
  const options = found?.options
  const choose = (chosen: string) => {
    onSet(chosen)
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
        onKeyDown={({ key }) => {
          const first = found?.typed === typed && found.options !== 'failed' && found.options[0]
          if (key === 'Enter' && typed !== '' && first) choose(first.value)
        }}
      />
      <p role="status" className={styles.found}>
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
                onClick={() => choose(option.value)}
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

function useOptions(search: Props['filter']['find'], typed: string) {
  const [found, setFound] = useState<{ typed: string; options: readonly Option[] | 'failed' }>()
  const find = useEffectEvent((text: string, signal: AbortSignal) => search(text, signal))

  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      const set = (options: readonly Option[] | 'failed') => {
        if (!leaving.signal.aborted) setFound({ typed, options })
      }
      find(typed, leaving.signal).then(set, () => set('failed'))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [typed])

  return found
}
