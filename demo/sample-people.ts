import type { Locale } from '#contract/locale.ts'

/** A company of the demo, with its language, time zone and number of users. */
export type SampleCompany = {
  name: string
  domain: string
  locale: Locale
  timezone: string
  /** Hours between UTC and its office. */
  offset: number
  people: number
}

const of = (
  locale: Locale,
  timezone: string,
  offset: number,
  ...companies: [name: string, domain: string, people: number][]
): SampleCompany[] =>
  companies.map(([name, domain, people]) => ({ name, domain, people, locale, timezone, offset }))

/** Twenty companies, in addition to the small ones of `seed.ts`: 25 companies and 180 users in total. */
export const sampleCompanies: readonly SampleCompany[] = [
  ...of(
    'en',
    'Europe/London',
    0,
    ['Northgate Freight', 'northgate', 22],
    ['Calder & Rowe', 'calder', 9],
  ),
  ...of(
    'en',
    'America/Chicago',
    -6,
    ['Prairie Seed', 'prairie', 12],
    ['Lakeside Dental', 'lakeside', 5],
  ),
  ...of('en', 'Pacific/Auckland', 13, ['Tasman Outfitters', 'tasman', 7]),
  ...of(
    'fr',
    'Europe/Paris',
    1,
    ['Maison Verdier', 'verdier', 18],
    ['Ateliers du Rhône', 'rhone', 8],
    ['Librairie Garonne', 'garonne', 4],
  ),
  ...of('fr', 'America/Montreal', -5, ['Nordik Logistique', 'nordik', 6]),
  ...of(
    'es',
    'Europe/Madrid',
    1,
    ['Textiles Aranda', 'aranda', 15],
    ['Puerto Norte', 'puertonorte', 5],
  ),
  ...of('es', 'America/Bogota', -5, ['Cafetales del Sur', 'cafetales', 10]),
  ...of('es', 'America/Santiago', -3, ['Viñedos Montero', 'montero', 7]),
  ...of('ar', 'Asia/Dubai', 4, ['النخيل للتجارة', 'nakheel', 14], ['الواحة للأغذية', 'waha', 6]),
  ...of('ar', 'Africa/Cairo', 2, ['دار الأندلس', 'andalus', 8], ['بوابة الشمال', 'bawaba', 3]),
  ...of('zh', 'Asia/Shanghai', 8, ['东海科技', 'donghai', 4], ['南方印刷', 'nanfang', 3]),
  ...of('zh', 'Asia/Singapore', 8, ['云杉贸易', 'yunshan', 2]),
]

const words = (text: string) => text.split(' ')

/** First and last names by language. Arabic and Chinese ones have no Latin form, so their addresses are numbered. */
export const sampleNames: Readonly<
  Record<Locale, { first: readonly string[]; last: readonly string[] }>
> = {
  en: {
    first: words(
      'Amelia Oliver Isla Noah Freya Arthur Ivy Theo Maisie Leo Harper Jude Nora Felix Alice Hugo Ruby Owen Clara Miles',
    ),
    last: words(
      'Whitfield Ashworth Kendrick Marlowe Pemberton Sinclair Thorne Hartley Lockwood Ellison Fairfax Barlow Prescott Langley Hollis Wexford Carver Dunmore Ridley Stanhope',
    ),
  },
  fr: {
    first: words(
      'Camille Lucas Manon Jules Inès Gabriel Margaux Étienne Chloé Mathis Apolline Bastien Clémence Rémi Solène Tristan Océane Baptiste Anaïs Loïc',
    ),
    last: words(
      'Delacroix Marchand Rousselle Beaumont Chevalier Fontaine Gauthier Lemaire Mercier Perrin Renard Vasseur Aubry Carlier Dumont Évrard Giraud Legrand Morel Pasquier',
    ),
  },
  es: {
    first: words(
      'Lucía Mateo Valentina Diego Camila Andrés Sofía Joaquín Elena Tomás Martina Bruno Paula Gonzalo Carmen Nicolás Irene Raúl Daniela Óscar',
    ),
    last: words(
      'Castillo Herrera Aguilar Navarro Ibáñez Salazar Cordero Fuentes Miranda Peralta Quintana Rivas Serrano Vidal Zamora Bermúdez Cabrera Durán Escobar Lozano',
    ),
  },
  ar: {
    first: words(
      'مريم يوسف نور عمر سارة كريم هدى طارق رنا سامي ليان فارس دانا زياد جنى بلال سلمى هشام ريم مازن',
    ),
    last: words(
      'المنصوري الحداد النجار الشامي القاسم الزهراني البغدادي الفاسي العمري السعدي الرفاعي الهاشمي الكيلاني المصري الأنصاري التميمي الدوري الشريف العبدالله الجابري',
    ),
  },
  zh: {
    first: words('晓梅 建国 雅婷 志强 思远 丽华 俊杰 欣怡 子轩 雨桐'),
    last: words('张 刘 陈 杨 赵 黄 周 吴 徐 孙'),
  },
}
