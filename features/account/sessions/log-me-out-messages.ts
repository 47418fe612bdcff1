import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Log out of all sessions',
    text: 'This ends every session of {email}: in this browser, in every other browser and on every platform. All devices that use this account have to log in again.',
    validUntil: 'This link works once, until {time}.',
    logOut: 'Log out of all sessions',
    checking: 'Checking your link',
    doneTitle: 'You are logged out everywhere',
    done: 'Every session of your account has ended, here and on the platforms.',
    advice:
      'If one of the logins was not yours, someone may know your password. Change it now, before you log in again.',
    changePassword: 'Change password',
    logIn: 'Log in',
    invalidTitle: 'Invalid URL or token has expired',
    invalid:
      'The link works once, for 24 hours. To end your sessions, log in and open the security page. If you think someone else is using your account, change your password.',
  },
  {
    ar: {
      title: 'تسجيل الخروج من جميع الجلسات',
      text: 'سيؤدي ذلك إلى إنهاء جميع جلسات {email}: في هذا المتصفح وفي كل متصفح آخر وعلى كل منصة. وسيلزم تسجيل الدخول مرة أخرى على كل جهاز يستخدم هذا الحساب.',
      validUntil: 'يعمل هذا الرابط مرة واحدة، حتى {time}.',
      logOut: 'تسجيل الخروج من جميع الجلسات',
      checking: 'جارٍ التحقق من الرابط',
      doneTitle: 'تم تسجيل خروجك من كل مكان',
      done: 'انتهت جميع جلسات حسابك، هنا وعلى المنصات.',
      advice:
        'إذا كان أحد عمليات تسجيل الدخول ليس لك، فقد يكون هناك من يعرف كلمة مرورك. غيّرها الآن قبل أن تسجّل الدخول مرة أخرى.',
      changePassword: 'تغيير كلمة المرور',
      logIn: 'تسجيل الدخول',
      invalidTitle: 'الرابط غير صالح أو انتهت صلاحيته',
      invalid:
        'يعمل الرابط لمدة 24 ساعة ولمرة واحدة فقط. لإنهاء جلساتك، سجّل الدخول وافتح صفحة الأمان. وإذا كنت تعتقد أن شخصًا آخر يستخدم حسابك، فغيّر كلمة المرور.',
    },
    fr: {
      title: 'Déconnecter toutes les sessions',
      text: 'Cela met fin à toutes les sessions de {email} : dans ce navigateur, dans tous les autres et sur toutes les plateformes. Il faudra se reconnecter sur chaque appareil qui utilise ce compte.',
      validUntil: 'Ce lien fonctionne une seule fois, jusqu’au {time}.',
      logOut: 'Déconnecter toutes les sessions',
      checking: 'Vérification de votre lien',
      doneTitle: 'Vous êtes déconnecté partout',
      done: 'Toutes les sessions de votre compte sont terminées, ici et sur les plateformes.',
      advice:
        'Si une connexion n’était pas la vôtre, quelqu’un connaît peut-être votre mot de passe. Changez-le dès maintenant, avant de vous reconnecter.',
      changePassword: 'Changer le mot de passe',
      logIn: 'Se connecter',
      invalidTitle: 'Ce lien n’est pas valide ou a expiré',
      invalid:
        'Le lien est valable 24 heures et une seule fois. Pour mettre fin à vos sessions, connectez-vous et ouvrez la page Sécurité. Si vous pensez que quelqu’un d’autre utilise votre compte, changez votre mot de passe.',
    },
    es: {
      title: 'Cerrar todas las sesiones',
      text: 'Esto cierra todas las sesiones de {email}: en este navegador, en cualquier otro y en todas las plataformas. Habrá que volver a iniciar sesión en cada dispositivo que use esta cuenta.',
      validUntil: 'Este enlace funciona una sola vez, hasta el {time}.',
      logOut: 'Cerrar todas las sesiones',
      checking: 'Comprobando su enlace',
      doneTitle: 'Se ha cerrado la sesión en todas partes',
      done: 'Todas las sesiones de su cuenta han terminado, aquí y en las plataformas.',
      advice:
        'Si un inicio de sesión no fue suyo, es posible que alguien conozca su contraseña. Cámbiela ahora, antes de volver a iniciar sesión.',
      changePassword: 'Cambiar la contraseña',
      logIn: 'Iniciar sesión',
      invalidTitle: 'Este enlace no es válido o ha caducado',
      invalid:
        'El enlace es válido durante 24 horas y solo funciona una vez. Para cerrar sus sesiones, inicie sesión y abra la página Seguridad. Si cree que otra persona utiliza su cuenta, cambie su contraseña.',
    },
    zh: {
      title: '退出所有会话',
      text: '此操作将结束 {email} 的所有会话：包括此浏览器、其他所有浏览器以及所有平台。使用此账户的所有设备都需要重新登录。',
      validUntil: '此链接只能使用一次，有效期至 {time}。',
      logOut: '退出所有会话',
      checking: '正在检查您的链接',
      doneTitle: '您已在所有设备上退出登录',
      done: '您账户的所有会话均已结束，包括此处和各个平台。',
      advice: '如果某次登录不是您本人操作，可能有人知道您的密码。请在再次登录之前立即更改密码。',
      changePassword: '更改密码',
      logIn: '登录',
      invalidTitle: '链接无效或已过期',
      invalid:
        '该链接 24 小时内有效，且只能使用一次。如需结束会话，请登录并打开安全页面。如果您认为有其他人在使用您的账户，请更改密码。',
    },
  },
)

/** Of the mail to somebody whose account was logged in to where she was not known. */
export const mailMessages = defineMessages(
  {
    subject: 'New login to your {brand} account',
    greeting: 'Hello {firstname},',
    happened: 'New login to your account from a browser we haven’t seen before.',
    when: 'Time: {time}',
    browser: 'Browser: {browser}',
    ipAddress: 'IP address: {ipAddress}',
    own: 'If this was you, you don’t need to do anything.',
    stranger:
      'If this was not you, use this link to log out of all sessions. Then change your password.',
    strangerWithoutLink: 'If this was not you, change your password.',
    link: 'Log out of all sessions',
    lifetime: 'The link works once, for 24 hours.',
    questions: 'Questions? {supportEmail}',
  },
  {
    ar: {
      subject: 'تسجيل دخول جديد إلى حسابك في {brand}',
      greeting: 'مرحبًا {firstname}،',
      happened: 'تسجيل دخول جديد إلى حسابك من متصفح لم نرصده من قبل.',
      when: 'الوقت: {time}',
      browser: 'المتصفح: {browser}',
      ipAddress: 'عنوان IP: {ipAddress}',
      own: 'إن كنت أنت من سجّل الدخول، فلا يلزمك أي إجراء.',
      stranger: 'إذا لم تكن أنت، فسجّل الخروج من جميع الجلسات عبر هذا الرابط، ثم غيّر كلمة المرور.',
      strangerWithoutLink: 'إذا لم تكن أنت، فغيّر كلمة المرور.',
      link: 'تسجيل الخروج من جميع الجلسات',
      lifetime: 'يعمل الرابط لمدة 24 ساعة ولمرة واحدة فقط.',
      questions: 'للاستفسار: {supportEmail}',
    },
    fr: {
      subject: 'Nouvelle connexion à votre compte {brand}',
      greeting: 'Bonjour {firstname},',
      happened:
        'Nouvelle connexion à votre compte depuis un navigateur que nous ne connaissons pas encore.',
      when: 'Date et heure : {time}',
      browser: 'Navigateur : {browser}',
      ipAddress: 'Adresse IP : {ipAddress}',
      own: 'Si c’était vous, vous n’avez rien à faire.',
      stranger:
        'Si ce n’était pas vous, déconnectez toutes les sessions avec ce lien, puis changez votre mot de passe.',
      strangerWithoutLink: 'Si ce n’était pas vous, changez votre mot de passe.',
      link: 'Déconnecter toutes les sessions',
      lifetime: 'Ce lien est valable 24 heures et ne fonctionne qu’une seule fois.',
      questions: 'Une question ? Écrivez à {supportEmail}',
    },
    es: {
      subject: 'Nuevo inicio de sesión en su cuenta de {brand}',
      greeting: 'Hola, {firstname}:',
      happened:
        'Nuevo inicio de sesión en su cuenta desde un navegador que no habíamos visto antes.',
      when: 'Fecha y hora: {time}',
      browser: 'Navegador: {browser}',
      ipAddress: 'Dirección IP: {ipAddress}',
      own: 'Si ha sido usted, no tiene que hacer nada.',
      stranger:
        'Si no ha sido usted, cierre todas las sesiones con este enlace y, a continuación, cambie su contraseña.',
      strangerWithoutLink: 'Si no ha sido usted, cambie su contraseña.',
      link: 'Cerrar todas las sesiones',
      lifetime: 'El enlace es válido durante 24 horas y solo funciona una vez.',
      questions: '¿Tiene preguntas? {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 账户有新的登录',
      greeting: '{firstname}，您好：',
      happened: '您的账户在一个我们此前未见过的浏览器上登录。',
      when: '时间：{time}',
      browser: '浏览器：{browser}',
      ipAddress: 'IP 地址：{ipAddress}',
      own: '如果是您本人操作，则无需采取任何措施。',
      stranger: '如果不是您本人操作，请使用此链接退出所有会话，然后更改密码。',
      strangerWithoutLink: '如果不是您本人操作，请更改密码。',
      link: '退出所有会话',
      lifetime: '该链接 24 小时内有效，且只能使用一次。',
      questions: '如有疑问，请联系：{supportEmail}',
    },
  },
)
