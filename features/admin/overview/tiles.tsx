import * as adminLinks from '#contract/admin-links.ts'
import { numberFormat, type MessagesOf } from '#contract/locale.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Sparkline } from '#web/ui/chart.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { seriesActions, type Overview, type Tile } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

/** Shows four figures, each with its last seven days and its value a week ago. */
export function Tiles({ overview: { tiles, countsAdmins } }: { overview: Overview }) {
  const t = useMessages(messages)
  const usersWithoutFactor = adminLinks.users({
    status: 'active,invited,locked',
    secondFactor: 'none',
  })
  return (
    <div className={styles.figures}>
      <Figures title={t.figures}>
        <TileFigure
          title={<Events of="logins">{t.logins}</Events>}
          hint={countsAdmins ? t.loginsHintAll : t.loginsHint}
          tile={tiles.logins}
          better="more"
        />
        <TileFigure
          title={<Events of="failures">{t.failed_tile}</Events>}
          hint={t.failedHint(tiles.failed)}
          tile={tiles.failed}
          better="less"
          isShare
        />
        <TileFigure
          title={<LinkTo to={usersWithoutFactor}>{t.withoutFactor}</LinkTo>}
          hint={t.withoutFactorHint}
          tile={tiles.withoutFactor}
          better="less"
        />
        <TileFigure
          title={
            <LinkTo to={adminLinks.invitations({ state: 'open' })}>{t.openInvitations}</LinkTo>
          }
          hint={t.openInvitationsHint}
          tile={tiles.openInvitations}
        />
      </Figures>
    </div>
  )
}

type EventsProps = { of: 'logins' | 'failures'; children: string }

function Events({ of, children }: EventsProps) {
  const log = adminLinks.auditLog({ action: seriesActions[of].join(','), range: 'lastDay' })
  return <LinkTo to={log}>{children}</LinkTo>
}

type FigureProps = {
  title: React.ReactNode
  hint: string
  tile: Tile
  isShare?: boolean
  /** Direction of an improvement; undefined if neither is one. */
  better?: 'more' | 'less' | undefined
}

function TileFigure({ title, hint, tile, isShare = false, better }: FigureProps) {
  const { value, before, trend } = tile
  const t = useMessages(messages)
  const { locale } = useLocale()
  const percent = { style: 'percent', maximumFractionDigits: 1 } as const
  const format = numberFormat(locale, isShare ? percent : {})
  const textOf = (number: number) => format.format(isShare ? number / 100 : number)
  return (
    <Figure
      title={title}
      hint={hint}
      value={value === null ? '–' : textOf(value)}
      note={
        <>
          <Arrow tile={tile} better={better} />
          {changeOf(t, { value, before }, textOf, isShare)}
        </>
      }
    >
      <Sparkline values={trend} text={t.trend({ values: trend.map(textOf) })} />
    </Figure>
  )
}

/** An arrow for the change since a week ago; decorative, because the text beside it has the same information. */
function Arrow({ tile: { value, before }, better }: Pick<FigureProps, 'tile' | 'better'>) {
  if (value === null || before === null || value === before) return null
  const change = value > before ? 'more' : 'less'
  const isGood = better === undefined ? undefined : change === better
  return (
    <span className={styles.arrow} data-better={isGood} aria-hidden="true">
      {change === 'more' ? '▲' : '▼'}{' '}
    </span>
  )
}

type ChangeTexts = Pick<MessagesOf<typeof messages>, 'before' | 'more' | 'less' | 'same'>

/** Describes the change since a week ago. For a share, names the value a week ago instead of the difference. */
function changeOf(
  t: ChangeTexts,
  { value, before }: Pick<Tile, 'value' | 'before'>,
  textOf: (number: number) => string,
  isShare: boolean,
): string {
  if (value === null || before === null) return ''
  if (value === before) return t.same
  if (isShare) return t.before({ before: textOf(before) })
  return (value > before ? t.more : t.less)({ change: textOf(Math.abs(value - before)) })
}
