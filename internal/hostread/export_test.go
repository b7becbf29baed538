package hostread

// Delimiters is delimiters for the tests.
var Delimiters = delimiters

// Disable takes the functions and the effect of the row i out of the table, and reports
// whether it has any. restore puts them back.
func Disable(i int) (restore func(), acts bool) {
	b, saved := &behaviors[i], behaviors[i]
	*b = Behavior{Texts: saved.Texts}
	effects = effectsOf()
	return func() {
		*b = saved
		effects = effectsOf()
	}, saved.place != nil || saved.local != nil || saved.effect != 0
}
