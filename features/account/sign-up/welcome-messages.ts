import { defineMessages } from '#contract/locale.ts'

export const welcomeMessages = defineMessages(
  {
    subject: 'Welcome to {brand}',
    ready: 'Your account is ready.',
    platforms: 'You can now open {platforms}.',
    codes:
      'Keep your recovery codes in a safe place. If you lose your phone or your passkey, one of them lets you log in.',
    link: 'Go to my account',
    unexpected: 'If you did not create this account, tell us: {supportEmail}',
  },
  {
    ar: {
      subject: 'مرحبًا بك في {brand}',
      ready: 'حسابك جاهز.',
      platforms: 'يمكنك الآن فتح {platforms}.',
      codes:
        'احتفظ برموز الاسترداد في مكان آمن. إذا فقدت هاتفك أو مفتاح المرور، أمكنك تسجيل الدخول بأحدها.',
      link: 'الانتقال إلى حسابي',
      unexpected: 'لم تنشئ هذا الحساب؟ أخبرنا: {supportEmail}',
    },
    fr: {
      subject: 'Bienvenue sur {brand}',
      ready: 'Votre compte est prêt.',
      platforms: 'Vous pouvez maintenant ouvrir {platforms}.',
      codes:
        'Conservez vos codes de secours en lieu sûr. Si vous perdez votre téléphone ou votre clé d’accès, l’un d’eux vous permettra de vous connecter.',
      link: 'Aller à mon compte',
      unexpected: 'Vous n’avez pas créé ce compte ? Prévenez-nous : {supportEmail}',
    },
    es: {
      subject: 'Le damos la bienvenida a {brand}',
      ready: 'Su cuenta está lista.',
      platforms: 'Ya puede abrir {platforms}.',
      codes:
        'Guarde sus códigos de recuperación en un lugar seguro. Si pierde el teléfono o la llave de acceso, podrá iniciar sesión con uno de ellos.',
      link: 'Ir a mi cuenta',
      unexpected: '¿No ha creado usted esta cuenta? Avísenos: {supportEmail}',
    },
    zh: {
      subject: '欢迎使用 {brand}',
      ready: '您的账户已就绪。',
      platforms: '您现在可以打开{platforms}。',
      codes: '请妥善保管恢复码。如果您的手机或通行密钥丢失，可以用其中一个恢复码登录。',
      link: '前往我的账户',
      unexpected: '如果不是您本人创建的账户，请告知我们：{supportEmail}',
    },
  },
)
