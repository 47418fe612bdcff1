import { defineMessages } from '#contract/locale.ts'

export const panelMessages = defineMessages(
  {
    title: 'Passkeys',
    intro:
      'Log in with your fingerprint, face, screen lock or security key instead of a password and a code.',
    introSecond:
      'Confirm your login with your fingerprint, face, screen lock or security key instead of a code.',
    noneYet: 'None yet',
    count: { one: '{count} passkey', other: '{count} passkeys' },
    loading: 'Loading passkeys',
  },
  {
    ar: {
      title: 'مفاتيح المرور',
      intro: 'سجّل الدخول ببصمتك أو وجهك أو قفل الشاشة أو مفتاح أمان بدلًا من كلمة مرور ورمز.',
      introSecond: 'أكّد تسجيل الدخول ببصمتك أو وجهك أو قفل الشاشة أو مفتاح أمان بدلًا من رمز.',
      noneYet: 'لا يوجد بعد',
      count: {
        zero: 'لا مفاتيح مرور',
        one: 'مفتاح مرور واحد',
        two: 'مفتاحا مرور',
        few: '{count} مفاتيح مرور',
        many: '{count} مفتاح مرور',
        other: '{count} مفتاح مرور',
      },
      loading: 'جارٍ تحميل مفاتيح المرور',
    },
    fr: {
      title: 'Clés d’accès',
      intro:
        'Connectez-vous avec votre empreinte, votre visage, le verrouillage de l’écran ou une clé de sécurité, au lieu d’un mot de passe et d’un code.',
      introSecond:
        'Confirmez votre connexion avec votre empreinte, votre visage, le verrouillage de l’écran ou une clé de sécurité, au lieu d’un code.',
      noneYet: 'Aucune pour l’instant',
      count: { one: '{count} clé d’accès', other: '{count} clés d’accès' },
      loading: 'Chargement des clés d’accès',
    },
    es: {
      title: 'Llaves de acceso',
      intro:
        'Inicie sesión con su huella, su rostro, el bloqueo de pantalla o una llave de seguridad en lugar de una contraseña y un código.',
      introSecond:
        'Confirme el inicio de sesión con su huella, su rostro, el bloqueo de pantalla o una llave de seguridad en lugar de un código.',
      noneYet: 'Ninguna todavía',
      count: { one: '{count} llave de acceso', other: '{count} llaves de acceso' },
      loading: 'Cargando las llaves de acceso',
    },
    zh: {
      title: '通行密钥',
      intro: '使用指纹、面容、屏幕锁或安全密钥登录，无需密码和验证码。',
      introSecond: '使用指纹、面容、屏幕锁或安全密钥确认登录，无需验证码。',
      noneYet: '尚无',
      count: { other: '{count} 个通行密钥' },
      loading: '正在加载通行密钥',
    },
  },
)
