import { useEffect, useEffectEvent, useId, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  Button,
  ComboBox as AriaComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
} from 'react-aria-components/ComboBox'
import { PopoverInPage, regions } from './combo-box.tsx'
import styles from './combo-box.module.css'
import { LineIcon } from './line-icon.tsx'
import { useLocale } from '../locale.ts'

type Item = { id: string; text: string }

type Props = {
  label: string
  name: string
  placeholder: string
  buttonLabel: string
  emptyText: string
  /** What the server has found for the typed text. */
  items: readonly Item[]
  chosen: Item | undefined
  fault?: string | undefined
  onSearch: (typed: string) => void
  onChoose: (id: string) => void
}

const pauseMs = 250

/** A text field that searches a list of the server, of which one item is chosen. */
export function SearchBox(props: Props) {
  const { label, name, placeholder, buttonLabel, emptyText, chosen, fault } = props
  // React Aria empties the field when the chosen item leaves the list.
  const isListed = !chosen || props.items.some(({ id }) => id === chosen.id)
  const items = isListed ? props.items : [...props.items, chosen]
  const { locale } = useLocale()
  const id = useId()
  const [typed, setTyped] = useState(chosen?.text ?? '')
  const search = useEffectEvent((text: string) => {
    // The name of what is chosen is no search: the whole list is offered again.
    props.onSearch(text === chosen?.text ? '' : text)
  })

  useEffect(() => {
    const timer = setTimeout(() => search(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <I18nProvider locale={regions[locale]}>
      <AriaComboBox<Item>
        className={styles.field ?? ''}
        items={items}
        inputValue={typed}
        value={chosen?.id ?? null}
        menuTrigger="focus"
        allowsEmptyCollection
        isInvalid={fault !== undefined}
        onInputChange={setTyped}
        onChange={(key) => {
          if (key === null) return
          setTyped(items.find((item) => item.id === key)?.text ?? '')
          props.onChoose(String(key))
        }}
      >
        <Label>{label}</Label>
        <Box {...{ name, placeholder, buttonLabel }} describedBy={fault && `${id}-fault`} />
        {fault !== undefined && (
          <p id={`${id}-fault`} className={styles.fault}>
            {fault}
          </p>
        )}
        <Choices emptyText={emptyText} />
      </AriaComboBox>
    </I18nProvider>
  )
}

type BoxProps = Pick<Props, 'name' | 'placeholder' | 'buttonLabel'> & {
  describedBy: string | undefined
}

function Box({ name, placeholder, buttonLabel, describedBy }: BoxProps) {
  return (
    <div className={styles.box}>
      <Input
        name={name}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={200}
        placeholder={placeholder}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      />
      <Button className={styles.button ?? ''} aria-label={buttonLabel}>
        <LineIcon path="m5 7.5 5 5 5-5" />
      </Button>
    </div>
  )
}

function Choices({ emptyText }: { emptyText: string }) {
  return (
    <PopoverInPage>
      <ListBox<Item>
        className={styles.list ?? ''}
        renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={item.text} className={styles.item ?? ''}>
            <bdi>{item.text}</bdi>
          </ListBoxItem>
        )}
      </ListBox>
    </PopoverInPage>
  )
}
