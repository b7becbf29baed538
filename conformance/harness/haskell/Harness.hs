-- The harness of the Haskell package network-uri.
module Main where

import Data.Char (chr, digitToInt, isDigit)
import Data.List (intercalate)
import Network.URI
import System.IO

pairs :: String -> String
pairs (a : b : rest) = chr (16 * digitToInt a + digitToInt b) : pairs rest
pairs _ = ""

answer :: String -> String
answer text = case parseURIReference text of
  Nothing -> ",\"valid\":false}"
  Just u -> ",\"valid\":true" ++ concat (scheme u ++ own "authority" 2 0 auth afterAuth ++ [part "path" afterAuth (afterAuth + length (uriPath u))]
      ++ own "query" 1 0 (uriQuery u) (end - length (uriFragment u)) ++ own "fragment" 1 0 (uriFragment u) end) ++ "}"
    where
      end = length text
      auth = maybe "" (\a -> "//" ++ uriUserInfo a ++ uriRegName a ++ uriPort a) (uriAuthority u)
      afterAuth = length (uriScheme u) + length auth
      scheme v = [part "scheme" 0 (length (uriScheme v) - 1) | uriScheme v /= ""]
      own name n _ value stop = [part name (stop - length value + n) stop | value /= ""]
      part name a b = ",\"" ++ name ++ "\":[" ++ show a ++ "," ++ show b ++ "]"

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  putStrLn "{\"parser\":\"Haskell network-uri\",\"version\":\"2.6.4.1\",\"parts\":[\"scheme\",\"authority\",\"path\",\"query\",\"fragment\"]}"
  interact (unlines . map line . lines)
  where
    line l = let (number, rest) = span isDigit (drop 6 l) in "{\"id\":" ++ number ++ answer (pairs (takeWhile (/= '"') (drop 8 rest)))
